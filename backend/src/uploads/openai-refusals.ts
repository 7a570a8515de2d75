import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { z } from 'zod';
import { retryAfterSeconds } from '../feeds/fetch-error.ts';
import { Rejected } from '../kit/rejected.ts';
import { inWords, reasonIn } from '../speech/speech-errors.ts';

/** Every further call would be refused alike, until somebody changes a setting or pays. */
export class RefusesAll extends Rejected {}

/** What was asked for does not exist. */
export class NotThere extends Rejected {}

export interface OpenAiWords {
  readonly timeoutMs: number;
  /** What no sentence may contain. */
  readonly secrets: readonly (string | null)[];
}

const CODES_OF_QUOTA = /insufficient_quota|credit_balance_exhausted|billing_hard_limit/;

/** The refusal for a failed call of OpenAI's client. Rethrows anything else, as a bug. */
export function refusalOf(error: unknown, words: OpenAiWords): Rejected {
  if (error instanceof Rejected) return error;
  if (error instanceof APIConnectionTimeoutError)
    return new Rejected('outside-slow', `OpenAI did not answer within ${inWords(words.timeoutMs)}.`);
  if (error instanceof APIConnectionError)
    return new Rejected('upstream-unavailable', 'The connection to OpenAI failed or broke off.');
  // The client cannot read what broke off in the middle, or came from somebody else.
  if (error instanceof SyntaxError || error instanceof TypeError)
    return new Rejected('upstream-unavailable', 'OpenAI answered something that cannot be read.');
  if (error instanceof APIError && typeof error.status === 'number') return ofStatus(error, words);
  throw error;
}

function ofStatus({ status, error, headers, code, type }: APIError, words: OpenAiWords): Rejected {
  // The body is not passed on: it quotes a part of the key.
  if (status === 401)
    return new RefusesAll('outside-refused', 'OpenAI rejected the API key (401). Check OPENAI_API_KEY.');
  if (status === 403)
    return new RefusesAll(
      'outside-refused',
      'OpenAI does not permit this with the API key, or from this server (403). Check OPENAI_API_KEY.',
    );
  if (status === 402 || (status === 429 && CODES_OF_QUOTA.test(`${code} ${type}`)))
    return new RefusesAll(
      'outside-refused',
      'OpenAI reports that its quota is used up or unpaid. Check plan and billing.',
    );
  const seconds = restOf(headers);
  const extra = seconds === null ? {} : { retryAfterSeconds: seconds };
  if (status === 429)
    return new Rejected('upstream-throttled', 'OpenAI receives too many requests at the moment (429).', extra);
  if (status! >= 500 || status === 408 || status === 409)
    return new Rejected('upstream-unavailable', `OpenAI is temporarily unavailable (${status}).`, extra);
  const reason = reasonIn(JSON.stringify({ error }), words);
  const sentence = `OpenAI refused the request (${status})${reason === null ? '.' : `: ${reason}`}`;

  return new (status === 404 ? NotThere : Rejected)('outside-refused', sentence);
}

const Milliseconds = z.coerce.number().min(0).max(3_600_000);

function restOf(headers: Headers | undefined): number | null {
  const ms = Milliseconds.safeParse(headers?.get('retry-after-ms') ?? undefined);

  return ms.success ? ms.data / 1000 : retryAfterSeconds(headers?.get('retry-after') ?? null);
}
