import { zodTextFormat } from 'openai/helpers/zod';
import type { ResponseCreateParamsBase } from 'openai/resources/responses/responses';
import { z } from 'zod';
import { jsonOf } from '../speech/speech-errors.ts';
import type { ModelOrder, ModelUsage, StructuredAnswer, StructuredOrder, TextPiece } from './language-model.ts';
import type { ModelClient } from './model-client.ts';
import { brokenOff, failedAnswer, unreadable, UnusableAnswer } from './model-errors.ts';
import { structuredText } from './structured-text.ts';

const Usage = z.object({ input_tokens: z.number().catch(0), output_tokens: z.number().catch(0) }).nullish();
const Answer = z.object({
  model: z.string().nullish(),
  status: z.string().nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  error: z.object({ code: z.string().nullish() }).nullish(),
  output: z.array(
    z.object({
      type: z.string(),
      content: z
        .array(z.object({ type: z.string(), text: z.string().nullish(), refusal: z.string().nullish() }))
        .nullish(),
    }),
  ),
  usage: Usage,
});
type Answer = z.infer<typeof Answer>;
const said = z.string().nullish();
const Piece = z.object({
  type: z.string(),
  delta: z.unknown().optional(),
  code: said.catch(null),
  response: z.unknown().optional(),
});

/** The Responses API. */
export class ResponsesCalls {
  constructor(
    private readonly client: ModelClient,
    private readonly model: string,
  ) {}

  async structured<Value>({ schema, schemaName, ...order }: StructuredOrder<Value>): Promise<StructuredAnswer<Value>> {
    const body = { ...this.bodyOf(order), text: { format: zodTextFormat(schema, schemaName) } };
    const answer = await this.client.failing(order.signal, async (signal) => {
      const response = await this.client.openai.responses.create({ ...body, stream: false }, { signal }).asResponse();

      return Answer.safeParse(jsonOf(await response.text()));
    });
    if (!answer.success) throw new UnusableAnswer('wrong-shape', this.usageOf(null));
    const usage = this.usageOf(answer.data);
    refuseUnusable(answer.data, usage);
    const parts = answer.data.output.flatMap(({ type, content }) => (type === 'message' ? (content ?? []) : []));
    if (parts.some(({ type }) => type === 'refusal')) throw new UnusableAnswer('refusal', usage);

    return structuredText(parts.map(({ text }) => text ?? '').join(''), schema, usage);
  }

  text(order: ModelOrder): AsyncIterable<TextPiece> {
    return this.client.streaming(order, (signal) => this.pieces(order, signal));
  }

  private async *pieces(order: ModelOrder, signal: AbortSignal): AsyncGenerator<TextPiece> {
    const stream = await this.client.openai.responses.create({ ...this.bodyOf(order), stream: true }, { signal });
    let isEmpty = true;
    for await (const event of stream) {
      const parsed = Piece.safeParse(event);
      if (!parsed.success) throw unreadable();
      const { type, delta, code, response } = parsed.data;
      if (type === 'response.output_text.delta' && typeof delta === 'string' && delta !== '') {
        isEmpty = false;
        yield { type: 'text', text: delta };
      } else if (type === 'error') throw failedAnswer(code ?? null);
      else if (type === 'response.refusal.done') throw new UnusableAnswer('refusal', this.usageOf(null));
      else if (type === 'response.completed' || type === 'response.incomplete' || type === 'response.failed') {
        const answer = Answer.safeParse(response).data ?? null;
        const usage = this.usageOf(answer);
        const isComplete = type === 'response.completed';
        if (answer !== null && (isEmpty || type === 'response.failed')) refuseUnusable(answer, usage);
        if (isEmpty) throw new UnusableAnswer('empty', usage);
        return yield { type: 'end', isComplete, ...usage };
      }
    }
    signal.throwIfAborted();
    throw brokenOff();
  }

  private bodyOf({ instructions, input, maxOutputTokens }: ModelOrder): ResponseCreateParamsBase {
    return {
      model: this.model,
      instructions,
      input,
      max_output_tokens: maxOutputTokens,
      store: false,
      // Other models refuse it.
      ...(/^(gpt-5|o\d)/.test(this.model) ? { reasoning: { effort: 'low' as const } } : {}),
    };
  }

  private usageOf(answer: Answer | null): ModelUsage {
    return {
      model: answer?.model ?? this.model,
      inputTokens: answer?.usage?.input_tokens ?? 0,
      outputTokens: answer?.usage?.output_tokens ?? 0,
    };
  }
}

function refuseUnusable({ status, incomplete_details: details, error }: Answer, usage: ModelUsage): void {
  if (status === 'incomplete')
    throw new UnusableAnswer(details?.reason === 'content_filter' ? 'content-filter' : 'max-output-tokens', usage);
  if (status === 'failed' || (error ?? null) !== null) throw failedAnswer(error?.code ?? null);
}
