import { OpenAI } from 'openai';
import { request, type Dispatcher } from 'undici';
import { Rejected } from '../kit/rejected.ts';
import { timeLimit } from '../kit/time-limit.ts';
import type { ModelOrder } from './language-model.ts';
import { failureOf, modelRefusalOf, tooSlow, type ModelWords } from './model-errors.ts';

const MAX_ANSWER_MB = 50;
/** Less, because the client copies all of an event that is not at its end yet for every piece that comes. */
const MAX_STREAM_MB = 5;

export interface ModelServer {
  readonly baseUrl: string;
  /** Some servers need none. */
  readonly key: string | null;
}

/** The client of OpenAI over our connections, with errors that people can act on. */
export class ModelClient {
  readonly openai: OpenAI;
  private readonly host: string;

  constructor(
    { baseUrl, key }: ModelServer,
    readonly words: ModelWords,
    private readonly agent: Dispatcher,
  ) {
    this.host = new URL(baseUrl).host;
    this.openai = new OpenAI({
      // The client refuses to work without one.
      apiKey: key ?? 'none',
      baseURL: baseUrl,
      timeout: words.timeoutMs,
      maxRetries: 0,
      organization: null,
      project: null,
      // It would print what it cannot read.
      logLevel: 'off',
      // That of Node gives up after 300 s and follows redirects.
      fetch: async (url, init) => this.sent(url instanceof Request ? url.url : String(url), init),
    });
  }

  /** The work, which gets a signal with the limit of time as well. Throws Rejected, or the reason of the signal. */
  async failing<Result>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const late = timeLimit(this.words.timeoutMs);
    try {
      return await work(AbortSignal.any([signal, late]));
    } catch (error) {
      throw this.refusalOf(error, signal, late);
    }
  }

  /** The same for what comes piece by piece. */
  async *streaming<Piece>(
    { signal }: Pick<ModelOrder, 'signal'>,
    work: (signal: AbortSignal) => AsyncIterable<Piece>,
  ): AsyncGenerator<Piece> {
    const late = timeLimit(this.words.timeoutMs);
    try {
      yield* work(AbortSignal.any([signal, late]));
      // The client ends a stream that was cut off by a signal as if it were whole.
      signal.throwIfAborted();
      late.throwIfAborted();
    } catch (error) {
      throw this.refusalOf(error, signal, late);
    }
  }

  private refusalOf(error: unknown, signal: AbortSignal, late: AbortSignal): unknown {
    if (signal.aborted) return signal.reason;
    if (late.aborted) return tooSlow(this.words.timeoutMs);

    return error instanceof Rejected ? error : failureOf(error, this.host, this.words);
  }

  private async sent(url: string, { method, headers, body, signal }: RequestInit = {}): Promise<Response> {
    if (body !== undefined && body !== null && typeof body !== 'string')
      throw new Error('the client of OpenAI sends something else than JSON');
    const answer = await request(url, {
      dispatcher: this.agent,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      body: body ?? null,
      ...(signal ? { signal } : {}),
    });
    const { statusCode: status, headers: found } = answer;
    // Quotation marks of a question are escaped.
    const isStream = body?.includes('"stream":true') ?? false;
    if (status >= 200 && status < 300)
      return new Response(limited(answer.body, isStream ? MAX_STREAM_MB : MAX_ANSWER_MB), {
        status,
        headers: { 'content-type': one(found['content-type']) },
      });
    const pieces: Uint8Array[] = [];
    for await (const piece of limited(answer.body, MAX_ANSWER_MB)) pieces.push(piece);
    const text = Buffer.concat(pieces).toString('utf8', 0, 100_000);
    const retryAfter = one(found['retry-after']);
    throw modelRefusalOf({ status, headers: retryAfter === '' ? {} : { 'retry-after': retryAfter }, text }, this.words);
  }
}

const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? '';

async function* limited(body: AsyncIterable<Uint8Array>, mostMb: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > mostMb * 1_000_000)
      throw new Rejected('model-refused', `The AI service answered more than ${mostMb} MB.`);
    yield piece;
  }
}
