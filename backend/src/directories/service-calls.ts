import type { ErrorCode } from '@earmark/contracts';
import { FetchError, retryAfterSeconds } from '../feeds/fetch-error.ts';
import type { Fetcher, ServiceRequest, ServiceResponse } from '../feeds/fetcher.ts';
import { runStep } from '../kit/process/step.ts';
import { Rejected } from '../kit/rejected.ts';
import type { RateLimit } from './rate-limit.ts';

const MAX_ANSWER_BYTES = 5_000_000;
/** Before the second and the third attempt. */
const WAITS_MS = [2000, 4000] as const;
/** When a service does not say how long to wait. */
const RETRY_AFTER_SECONDS = 60;

export interface ServiceOptions {
  /** As people call it. */
  readonly name: string;
  readonly fetcher: Fetcher;
  readonly limit: RateLimit;
  /**
   * Sentences that name what to do, for each thing that keeps the service from answering; `throttled` only says why,
   * since how long to wait is added.
   */
  readonly says: Readonly<Record<'down' | 'throttled' | 'rejected', string>>;
  /** Statuses with which it refuses calls that come too fast. Default: 429. */
  readonly throttles?: readonly number[];
  readonly waitsMs?: readonly number[];
}

/** It may work a moment later. */
class PassingFailure extends Rejected {}

/** Calls of one service outside: no faster than it allows, retried where that helps, with its failures in sentences. */
export class ServiceCalls {
  constructor(private readonly options: ServiceOptions) {}

  /**
   * What `read` makes of a successful answer. Throws Rejected; neither keys nor what the service answered are in its
   * message. `sign`: makes the request, again for each attempt. `read` may throw `passing(…)` to be called again.
   */
  async send<Result>(
    url: string,
    sign: () => Omit<ServiceRequest, 'maxBytes'>,
    read: (answer: ServiceResponse) => Result,
  ): Promise<Result> {
    const { waitsMs = WAITS_MS } = this.options;

    return runStep(async () => read(await this.once(url, sign())), {
      signal: new AbortController().signal,
      attempts: waitsMs.length + 1,
      waitMs: (error, attempt) => (error instanceof PassingFailure ? (waitsMs[attempt - 1] ?? null) : null),
    });
  }

  /** An error of the service itself, which may pass. */
  passing(): Rejected {
    return this.failure('upstream-unavailable', PassingFailure);
  }

  rejected(more = ''): Rejected {
    return new Rejected('outside-refused', this.options.says.rejected + more);
  }

  /** It finds fault with a search, or with a series that it listed itself. `which`: its own name for the fault. */
  refused(which: string | null): Rejected {
    const name = which === null ? '' : ` (${which})`;

    return new Rejected(
      'outside-refused',
      `${this.options.name} refused the request${name}. Try other words, or paste a feed address instead.`,
    );
  }

  /** It answered something that it should not. */
  unreadable(): Rejected {
    return new Rejected('upstream-unavailable', `${this.options.name} answered something that cannot be read.`);
  }

  throttled(retryAfter = RETRY_AFTER_SECONDS): Rejected {
    const sentence = `${this.options.says.throttled} Try again in ${howLong(retryAfter)}.`;

    return new Rejected('upstream-throttled', sentence, { retryAfterSeconds: retryAfter });
  }

  private async once(url: string, request: Omit<ServiceRequest, 'maxBytes'>): Promise<ServiceResponse> {
    const { name, fetcher, limit, throttles = [429] } = this.options;
    const waitSeconds = await limit.take();
    if (waitSeconds > 0) throw this.throttled(waitSeconds);
    const answer = await this.answerOf(async () => fetcher.call(url, { ...request, maxBytes: MAX_ANSWER_BYTES }));
    const { status, headers } = answer;
    const seconds = retryAfterSeconds(headers['retry-after'] ?? null);
    if (throttles.includes(status)) throw this.throttled(seconds ?? undefined);
    if (status === 401 || status === 403) throw this.rejected(clockSentence(headers['date']));
    if (status >= 500 && seconds !== null)
      throw new Rejected('upstream-unavailable', this.options.says.down, { retryAfterSeconds: seconds });
    if (status >= 500) throw this.passing();
    // Words can only be to blame where the service has read them.
    if (status === 400 || status === 422) throw this.refused(String(status));
    if (status < 200 || status > 299)
      throw new Rejected(
        'outside-refused',
        `${name} refused the request (${status}). Its address may be set wrongly: an administrator can check it on the integrations page.`,
      );

    return answer;
  }

  private async answerOf(call: () => Promise<ServiceResponse>): Promise<ServiceResponse> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      if (error.kind === 'address-refused') throw new Rejected('address-refused', error.message);
      // Not retried: people wait for the answer.
      if (error.kind === 'slow') throw this.failure('outside-slow', Rejected);
      if (error.kind === 'too-large') throw this.unreadable();
      throw this.passing();
    }
  }

  private readonly failure = (code: ErrorCode, Failure: typeof Rejected): Rejected =>
    new Failure(code, this.options.says.down);
}

const MAX_CLOCK_SECONDS = 120;

/** Says so when our clock and that of the service, which may be why it refuses, are too far apart. */
function clockSentence(date: string | undefined): string {
  const seconds = (Date.now() - Date.parse(date ?? '')) / 1000;
  if (!(Math.abs(seconds) > MAX_CLOCK_SECONDS)) return '';
  const minutes = Math.round(Math.abs(seconds) / 60);

  return ` The clock of this server is ${minutes} minutes ${seconds > 0 ? 'fast' : 'slow'}.`;
}

function howLong(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return 'a minute';
  const hours = Math.ceil(minutes / 60);

  return minutes <= 60 ? `${minutes} minutes` : `${hours} hours`;
}
