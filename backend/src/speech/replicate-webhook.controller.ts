import { createHmac, timingSafeEqual } from 'node:crypto';
import { Body, Controller, Headers, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { AnyContentType, Public } from '../kit/auth/access.decorators.ts';
import { CONFIG } from '../kit/core.ts';
import { Rejected } from '../kit/rejected.ts';
import { SpeechChoices } from './speech-choices.ts';
import { jsonOf } from './speech-errors.ts';

const WINDOW_SECONDS = 300;
const Report = z.object({ id: z.string().max(100) });
const Signed = z.object({
  'webhook-id': z.string().min(1).max(200),
  'webhook-timestamp': z.string().regex(/^\d{1,12}$/),
  'webhook-signature': z.string().min(1).max(2000),
});

/** Where Replicate reports that a prediction has ended. Its signature stands for a session. */
@ApiTags('pipeline')
@Controller('api/webhooks/replicate')
export class ReplicateWebhookController {
  constructor(
    private readonly choices: SpeechChoices,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Tells that a prediction of Replicate has ended',
    description:
      'Nothing but its id is believed: the prediction is then looked at. So the call may come twice, or late.',
  })
  @Public()
  @AnyContentType()
  @HttpCode(204)
  report(@Headers() headers: Record<string, string>, @Body() body: unknown): void {
    const secret = this.config.REPLICATE_WEBHOOK_SECRET;
    if (secret === null) throw new Rejected('not-configured', 'REPLICATE_WEBHOOK_SECRET is not set.');
    if (!Buffer.isBuffer(body) || !isSigned(headers, body, secret, Date.now() / 1000))
      throw new Rejected('signature-wrong', 'The signature of this report is wrong or too old.');
    const report = Report.safeParse(jsonOf(body.toString()));
    if (!report.success) throw new Rejected('invalid', 'This report names no prediction.');
    this.choices.providers.replicate.wake(report.data.id);
  }
}

/** As Replicate signs: the id, the time and the body as it was sent. */
export function isSigned(
  headers: Readonly<Record<string, unknown>>,
  body: Buffer,
  secret: string,
  nowSeconds: number,
): boolean {
  const signed = Signed.safeParse(headers);
  if (!signed.success) return false;
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = signed.data;
  if (Math.abs(nowSeconds - Number(timestamp)) > WINDOW_SECONDS) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();

  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');

    return one.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
