import { STATUS_CODES } from 'node:http';
import { ERROR_STATUS, type ErrorCode, type Problem } from '@earmark/contracts';
import { HttpException } from '@nestjs/common';
import { z } from 'zod';
import { outageOf, type Outage } from './outage.ts';
import { Rejected, shortened } from './rejected.ts';
import { validationDetail } from './validation-detail.ts';

export interface ProblemAnswer {
  readonly problem: Problem;
  /** Further fields of the answer, which never replace those of the problem. */
  readonly extra: Record<string, unknown>;
}

/**
 * The answer to an error of any kind. An unknown error gets status 500 and code `internal`, and reveals nothing.
 * `isRead`: the call saves nothing, so its answer does not say that nothing was saved. `hasRecorded`: nor does that of a call
 * of which the log has already stored something.
 */
export function problemOf(
  error: unknown,
  { isRead = false, hasRecorded = false }: { isRead?: boolean; hasRecorded?: boolean } = {},
): ProblemAnswer {
  if (error instanceof Rejected) return coded(error.code, error.message, error.extra);
  if (error instanceof HttpException) return ofNest(error);

  const body = BodyError.safeParse(error);
  if (body.success) return ofBody(body.data.type);
  if (UnstorableText.safeParse(error).success)
    return coded('invalid', 'The text contains a character that cannot be stored (U+0000).');
  const unreadable = UnreadableEvent.safeParse(error);
  if (unreadable.success) return coded(unreadable.data.code, unreadable.data.message);

  const outage = outageOf(error);
  if (outage !== null && hasRecorded) return coded('maybe-saved', SAVED_BEFORE);

  return outage === null
    ? internal(500)
    : coded(
        outage,
        (isRead ? READ_DETAIL[outage] : undefined) ?? OUTAGE_DETAIL[outage],
        outage === 'busy' ? { retryAfterSeconds: 10 } : {},
      );
}

const SAVED_BEFORE = 'All or part of it was saved before an outage. Reload before you try again.';

const OUTAGE_DETAIL: Record<Outage, string> = {
  'full-disk': 'The server disk is full; nothing was saved. Free some space and try again.',
  'log-down': 'The event log is not responding; nothing was saved. Try again in a moment.',
  'maybe-saved': 'The event log did not answer in time. It may have been saved; reload before you try again.',
  'database-down': 'The database is not responding. Try again in a moment.',
  busy: 'The database has more to do than it can in time; nothing was saved. Try again in a moment.',
  'tables-building': 'The tables are being built from the event log. Try again in a moment.',
};

const READ_DETAIL: Partial<Record<Outage, string>> = {
  busy: 'The database has more to do than it can in time. Try again in a moment.',
  'full-disk': 'The server disk is full. Free some space and try again.',
  'log-down': 'The event log is not responding, and this can be read only from there. Try again in a moment.',
};

/** An error of the body parser, identified by its `type`. */
const BodyError = z.object({ type: z.string(), statusCode: z.number().min(400).max(499), expose: z.literal(true) });

/** Postgres cannot store a NUL character in text or json. */
const UnstorableText = z.object({ code: z.enum(['22021', '22P05']) });

/** Of `recorded-events.ts`, perhaps from another thread, or StreamDeleted. */
const UnreadableEvent = z.object({ code: z.literal('event-unreadable'), message: z.string() });

function ofBody(type: string): ProblemAnswer {
  switch (type) {
    case 'entity.too.large':
      return coded('too-large', 'The request is too large: a body or file may have at most 10 MB.');
    case 'entity.parse.failed':
      return coded('invalid', 'The body is not valid JSON.');
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return coded('invalid', 'The encoding of the body is not supported. Send UTF-8, uncompressed.');
    default:
      return coded('invalid', 'The body could not be read.');
  }
}

/** Our codes for Nest's own exceptions. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid',
  401: 'not-signed-in',
  403: 'role-missing',
  404: 'not-found',
  413: 'too-large',
  415: 'invalid',
  429: 'too-many-attempts',
};

const NestBody = z.object({ message: z.union([z.string(), z.array(z.string())]) });

function ofNest(error: HttpException): ProblemAnswer {
  const body = BodyError.safeParse(error.cause);
  if (body.success) return ofBody(body.data.type);

  const status = error.getStatus();
  if (status >= 500) return internal(status);

  const parsed = NestBody.safeParse(error.getResponse());
  const message = parsed.success ? parsed.data.message : error.message;
  const unknownRoute = /^Cannot ([A-Z]+) ([^?]*)/.exec(error.message);
  const code = CODE_OF_STATUS[status];
  if (code === 'too-large') return ofBody('entity.too.large');
  if (code === 'not-found' && unknownRoute)
    return coded(code, `There is nothing at ${unknownRoute[1]} ${shortened(unknownRoute[2] ?? '')}.`);

  const detail = typeof message === 'string' ? message : validationDetail(message);
  return code === undefined ? answer(status, kebab(titleOf(status)), detail) : coded(code, detail);
}

const coded = (code: ErrorCode, detail: string, extra: Record<string, unknown> = {}): ProblemAnswer =>
  answer(ERROR_STATUS[code], code, detail, extra);

const internal = (status: number): ProblemAnswer =>
  answer(
    status,
    'internal',
    'Something went wrong on the server. Try again. If it keeps happening, check the server log.',
  );

const answer = (status: number, code: string, detail: string, extra: Record<string, unknown> = {}): ProblemAnswer => ({
  problem: { type: 'about:blank', title: titleOf(status), status, detail, code },
  extra,
});

const titleOf = (status: number): string => STATUS_CODES[status] ?? 'Error';

const kebab = (title: string): string => title.toLowerCase().replace(/[^a-z]+/g, '-');
