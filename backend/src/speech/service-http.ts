import { Readable } from 'node:stream';
import { type Dispatcher, FormData, request } from 'undici';
import { Rejected } from '../kit/rejected.ts';
import { timeLimit } from '../kit/time-limit.ts';
import { lostConnection, refusalOf, type ServiceWords } from './speech-errors.ts';

const MAX_ANSWER_BYTES = 100_000_000;

export interface SpeechRequest {
  readonly method?: 'GET' | 'POST';
  /** May contain keys. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Blob | FormData;
  readonly signal: AbortSignal;
}

/** Calls services that the operator has set up, wherever they are. Follows no redirect, so that keys reach nobody else. */
export class ServiceHttp {
  constructor(
    private readonly agent: Dispatcher,
    private readonly words: ServiceWords,
  ) {}

  /** The body of a successful answer. Throws Rejected, AnswerLost when none came; or the reason of the signal. */
  async send(address: string, { method = 'GET', headers = {}, body, signal }: SpeechRequest): Promise<Buffer> {
    const late = timeLimit(this.words.timeoutMs);
    const { host } = new URL(address);
    try {
      const isBlob = body instanceof Blob;
      const answer = await request(address, {
        dispatcher: this.agent,
        method,
        signal: AbortSignal.any([signal, late]),
        headers: { ...headers, ...(isBlob ? { 'content-length': String(body.size) } : {}) },
        // Read from the disk while it is sent.
        body: isBlob ? Readable.fromWeb(body.stream()) : (body ?? null),
      });
      const bytes = await read(answer.body, this.words);
      if (answer.statusCode >= 200 && answer.statusCode < 300) return bytes;
      const { 'retry-after': retryAfter } = answer.headers;
      const text = bytes.toString('utf8', 0, 100_000);
      const answered: Record<string, string> = typeof retryAfter === 'string' ? { 'retry-after': retryAfter } : {};
      throw refusalOf({ status: answer.statusCode, headers: answered, text }, this.words);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof Rejected) throw error;
      throw lostConnection(error, host, this.words);
    }
  }
}

async function read(body: AsyncIterable<Uint8Array>, { name }: ServiceWords): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > MAX_ANSWER_BYTES) throw new Rejected('outside-refused', `${name} answered more than 100 MB.`);
    pieces.push(piece);
  }

  return Buffer.concat(pieces);
}
