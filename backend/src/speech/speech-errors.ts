import { PASSING_ERRORS } from '@earmark/contracts';
import { z } from 'zod';
import { FetchError, fetchErrorOf, retryAfterSeconds } from '../feeds/fetch-error.ts';
import { Rejected } from '../kit/rejected.ts';

/** The refusal that says that this may pass; null when it will not pass by itself. */
export function passingOf(error: FetchError | Rejected): Rejected | null {
  if (error instanceof Rejected) return PASSING_ERRORS.has(error.code) ? error : null;
  const extra = error.retryAfterSeconds === null ? {} : { retryAfterSeconds: error.retryAfterSeconds };
  if (error.kind === 'slow') return new Rejected('outside-slow', error.message, extra);

  return error.kind === 'down' ? new Rejected('upstream-unavailable', error.message, extra) : null;
}

/** The service was asked, but its answer never came: it may have done the work, and charge for it. */
export class AnswerLost extends Rejected {}

/** What was asked for is not there. */
export class NotThere extends Rejected {}

/** It answered something else than its documentation says, such as the error page of a proxy with status 200. */
export class Unreadable extends Rejected {}

/** A service as its errors name it. */
export interface ServiceWords {
  /** At the beginning of a sentence. */
  readonly name: string;
  /** A sentence that says which setting to check. */
  readonly rejected: string;
  readonly timeoutMs: number;
  /** What no sentence may contain. */
  readonly secrets: readonly (string | null)[];
}

/** An answer other than success. */
export interface Failure {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What OpenAI says about an account that has to be paid for first, also with 429. */
export const QUOTA = /insufficient_quota|exceeded your current quota|billing_hard_limit|credit_balance_exhausted/;
const RESETS_IN = /resets in ~?(\d{1,5})\s?s/;

export function refusalOf({ status, headers, text }: Failure, words: ServiceWords): Rejected {
  const { name, rejected } = words;
  // The body is not passed on: that of OpenAI quotes a part of the key.
  if (status === 401 || status === 403) return new Rejected('outside-refused', rejected);
  if (status === 402 || (status === 429 && QUOTA.test(text)))
    return new Rejected(
      'outside-refused',
      `${name} reports that its quota is used up or unpaid. Check plan and billing.`,
    );
  const seconds = retryAfterSeconds(headers['retry-after'] ?? RESETS_IN.exec(text)?.[1] ?? null);
  const extra = seconds === null ? {} : { retryAfterSeconds: seconds };
  if (status === 429)
    return new Rejected('upstream-throttled', `${name} receives too many requests at the moment (429).`, extra);
  if (status >= 500 || status === 408)
    return new Rejected('upstream-unavailable', `${name} is temporarily unavailable (${status}).`, extra);
  const reason = reasonIn(text, words);

  return new (status === 404 || status === 410 ? NotThere : Rejected)(
    'outside-refused',
    `${name} refused the request (${status})${reason === null ? '.' : `: ${reason}`}`,
  );
}

/** The refusal for a connection that failed, or that is the cause. Rethrows anything else as a bug. */
export function lostConnection(error: unknown, host: string, words: ServiceWords): Rejected {
  const { name } = words;
  const link = innermostCause(error);
  if (link instanceof Rejected) return link;
  const code = z.object({ code: z.string() }).safeParse(link).data?.code ?? '';
  const { kind, message } = fetchErrorOf(link, host);
  if (/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|EHOSTUNREACH|ENETUNREACH)$/.test(code))
    return new Rejected('upstream-unavailable', `${name} cannot be reached: ${message}`);
  if (kind === 'slow') return answerTooLate(words);
  if (kind === 'down')
    return new AnswerLost(
      'upstream-unavailable',
      `The connection to ${name.replace(/^The /, 'the ')} failed or broke off.`,
    );

  return new Rejected('outside-refused', `${name} cannot be used: ${message}`);
}

export const answerTooLate = ({ name, timeoutMs }: ServiceWords): Rejected =>
  new AnswerLost('outside-slow', `${name} did not answer within ${inWords(timeoutMs)}.`);

export const unreadableAnswer = ({ name }: ServiceWords): Rejected =>
  new Unreadable('outside-refused', `${name} answered something that cannot be read as a transcript.`);

/** The innermost cause: `fetch` and the client of OpenAI wrap it. */
export function innermostCause(error: unknown): unknown {
  let link = error;
  for (let depth = 0; depth < 8; depth++) {
    const { cause } = z.object({ cause: z.unknown().optional() }).catch({}).parse(link);
    if (cause === undefined || cause === null) return link;
    link = cause;
  }

  return link;
}

const LONGEST_REASON = 300;
const Detail = z.union([
  z.string(),
  z.array(z.object({ msg: z.string() })).transform((list) => list.map(({ msg }) => msg).join('; ')),
]);
const text = z.string().optional().catch(undefined);
const Body = z.object({
  error: z
    .union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)])
    .optional()
    .catch(undefined),
  err_msg: text,
  message: text,
  detail: Detail.optional().catch(undefined),
  title: text,
  invalid_fields: z.unknown().optional(),
});

/** The reason that the service gives, as a sentence without keys; null when it gives none. */
export function reasonIn(body: string, { secrets }: Pick<ServiceWords, 'secrets'>): string | null {
  const parsed = Body.safeParse(jsonOf(body));
  const { error, err_msg: short, message, detail, title } = parsed.data ?? {};
  const found = (error ?? short ?? message ?? detail ?? title ?? '').replace(/\s+/g, ' ').trim();

  return found === '' ? null : asSentence(withoutSecrets(found, secrets).slice(0, LONGEST_REASON));
}

export function withoutSecrets(said: string, secrets: readonly (string | null)[]): string {
  const known = secrets.filter((secret) => secret !== null && secret.length > 3) as string[];
  const cleaned = known.reduce((left, secret) => left.replaceAll(secret, '…'), said);

  return cleaned.replace(/\b(sk|r8|hf|dg|aai|whsec)[-_][\w*.-]{4,}/g, '…');
}

export const asSentence = (said: string): string => (/[.!?…]$/.test(said) ? said : `${said}.`);

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function inWords(ms: number): string {
  if (ms < 120_000) return `${ms / 1000} seconds`;

  return `${Math.round(ms / 60_000)} minutes`;
}
