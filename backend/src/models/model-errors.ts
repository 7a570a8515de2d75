import { APIError } from 'openai';
import { FetchError, fetchErrorOf, retryAfterSeconds } from '../feeds/fetch-error.ts';
import { Rejected } from '../kit/rejected.ts';
import { inWords, innermostCause, QUOTA, reasonIn, type Failure } from '../speech/speech-errors.ts';
import type { ModelUsage } from './language-model.ts';

/** A model as its errors name it. */
export interface ModelWords {
  readonly model: string;
  /** The setting that holds the key. */
  readonly keySetting: string;
  readonly timeoutMs: number;
  /** What no sentence may contain. */
  readonly secrets: readonly (string | null)[];
}

const REASONS = {
  'max-output-tokens': 'The AI service stopped before the end of its answer, which was too long.',
  'content-filter': 'The AI service withheld its answer (content filter).',
  refusal: 'The AI service declined to answer.',
  'invalid-json': 'The AI service did not answer in valid JSON.',
  'wrong-shape': 'The AI service answered in another shape than asked for.',
  empty: 'The AI service answered nothing.',
} as const;
export type UnusableReason = keyof typeof REASONS;

/** The model answered, and was paid for it, but the answer is of no use. The same question may get a better one. */
export class UnusableAnswer extends Rejected {
  constructor(
    readonly reason: UnusableReason,
    readonly usage: ModelUsage,
  ) {
    super('model-answer-unusable', REASONS[reason]);
  }
}

const NAME = 'The AI service';
const NO_MODEL = /model_not_found|invalid model|model\b.{1,200}(not found|does not exist|not available|not loaded)/is;

/** The refusal for an answer other than success. */
export function modelRefusalOf({ status, headers, text }: Failure, words: ModelWords): Rejected {
  // The body is not passed on: that of OpenAI quotes a part of the key.
  if (status === 401 || status === 403)
    return new Rejected('model-key-refused', `${NAME} rejected the API key. Check ${words.keySetting}.`);
  if (status === 402 || (status === 429 && QUOTA.test(text))) return quotaUsedUp();
  const seconds = retryAfterSeconds(headers['retry-after'] ?? null);
  const extra = seconds === null ? {} : { retryAfterSeconds: seconds };
  if (status === 429)
    return new Rejected('model-throttled', `${NAME} receives too many requests at the moment (429).`, extra);
  if (status >= 500 || status === 408)
    return new Rejected('model-unavailable', `${NAME} is temporarily unavailable (${status}).`, extra);
  if ((status === 404 || status === 400) && NO_MODEL.test(text))
    return new Rejected('model-unknown', `Model ${words.model} is not available on the server. Check LLM_MODEL.`);
  if (status === 404)
    return new Rejected('model-refused', `${NAME} does not know this call (404). Check LLM_BASE_URL and LLM_API.`);
  const reason = reasonIn(text, words);

  return new Rejected(
    'model-refused',
    `${NAME} refused the request (${status})${reason === null ? '.' : `: ${reason}`}`,
  );
}

/** The refusal for a failed call. Rethrows anything that is none of the service's faults, as a bug. */
export function failureOf(error: unknown, host: string, { timeoutMs }: ModelWords): Rejected {
  const cause = innermostCause(error);
  if (cause instanceof Rejected) return cause;
  // In the middle of a text.
  if (cause instanceof APIError) return failedAnswer(cause.code ?? null);
  if (cause instanceof SyntaxError) return unreadable();
  const { kind, message } = fetchErrorOf(cause, host);
  if (kind === 'slow') return tooSlow(timeoutMs);

  return new Rejected(kind === 'down' ? 'model-unavailable' : 'model-refused', `${NAME} cannot be reached: ${message}`);
}

/** An answer that says that it failed. */
export function failedAnswer(code: string | null): Rejected {
  if (code === 'rate_limit_exceeded')
    return new Rejected('model-throttled', `${NAME} receives too many requests at the moment (429).`);
  if (code !== null && QUOTA.test(code)) return quotaUsedUp();

  return new Rejected('model-unavailable', `${NAME} failed to answer.`);
}

const quotaUsedUp = (): Rejected =>
  new Rejected('model-quota-used-up', `${NAME} reports that its quota is used up or unpaid. Check plan and billing.`);

/** A piece of a text that is none. */
export const unreadable = (): Rejected =>
  new Rejected('model-unavailable', `${NAME} answered something that cannot be read.`);

export const tooSlow = (timeoutMs: number): Rejected =>
  new Rejected('model-slow', `${NAME} did not answer within ${inWords(timeoutMs)}.`);

/** A stream that ended before the answer did. */
export const brokenOff = (): FetchError =>
  new FetchError('down', 'The connection broke off before the end of the answer.');
