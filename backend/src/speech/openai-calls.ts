import { File } from 'node:buffer';
import { APIConnectionTimeoutError, OpenAI } from 'openai';
import type { TranscriptionCreateParamsNonStreaming } from 'openai/resources/audio/transcriptions';
import { FormData, type Dispatcher } from 'undici';
import { z } from 'zod';
import { Rejected } from '../kit/rejected.ts';
import { timeLimit } from '../kit/time-limit.ts';
import type { AudioPart } from './audio/split-audio.ts';
import { voiceName, type Turn } from './joined-transcript.ts';
import { ServiceHttp } from './service-http.ts';
import type { SpeakerClip } from './speaker-clips.ts';
import { answerTooLate, jsonOf, lostConnection, unreadableAnswer, type ServiceWords } from './speech-errors.ts';

const Turns = z.object({ segments: z.array(z.object({ start: z.number(), end: z.number(), speaker: z.string() })) });

export interface OpenAiServer {
  readonly baseUrl: string;
  /** Some servers need none. */
  readonly key: string | null;
  readonly model: string;
}

/** The calls of OpenAI, which other servers imitate. Throws Rejected, AnswerLost when an answer got lost. */
export class OpenAiCalls {
  private readonly client: OpenAI;
  private readonly http: ServiceHttp;

  constructor(
    private readonly server: OpenAiServer,
    private readonly words: ServiceWords,
    agent: Dispatcher,
  ) {
    this.client = new OpenAI({
      // The client refuses to work without one.
      apiKey: server.key ?? 'none',
      baseURL: server.baseUrl,
      timeout: words.timeoutMs,
      // Each is paid for: see askOnce.
      maxRetries: 0,
      organization: null,
      project: null,
      // That of Node holds a whole upload in memory, and the client knows the errors of OpenAI only.
      fetch: async (url, init) => new Response(new Uint8Array(await this.sent(urlOf(url), init))),
    });
    this.http = new ServiceHttp(agent, words);
  }

  /** The answer as it came. `voices`: known speakers, to be called by `voiceName`. */
  async transcribe(part: AudioPart, voices: readonly SpeakerClip[], signal: AbortSignal): Promise<Buffer> {
    const { model } = this.server;
    const file = new File([await part.open()], part.name, { type: part.type });
    const known =
      voices.length === 0
        ? {}
        : {
            known_speaker_names: voices.map((_, index) => voiceName(index)),
            known_speaker_references: voices.map(({ dataUrl }) => dataUrl),
          };
    const body: TranscriptionCreateParamsNonStreaming = isDiarizing(model)
      ? { file, model, response_format: 'diarized_json', chunking_strategy: 'auto', ...known }
      : { file, model, response_format: 'verbose_json', timestamp_granularities: ['segment'] };
    const response = await this.failing(signal, async () =>
      this.client.audio.transcriptions.create(body, { signal }).asResponse(),
    );
    const bytes = Buffer.from(await this.failing(signal, async () => response.arrayBuffer()));
    if (!z.record(z.string(), z.unknown()).safeParse(jsonOf(bytes.toString())).success)
      throw unreadableAnswer(this.words);

    return bytes;
  }

  /** Who speaks when, as speaches and LocalAI answer it. */
  async diarize(part: AudioPart, model: string, signal: AbortSignal): Promise<Buffer> {
    const form = new FormData();
    form.append('file', await part.open(), part.name);
    form.append('model', model);
    form.append('response_format', 'json');
    const bytes = await this.http.send(`${this.server.baseUrl}/audio/diarization`, {
      method: 'POST',
      headers: this.authorization(),
      body: form,
      signal,
    });
    this.turnsOf(bytes);

    return bytes;
  }

  turnsOf(bytes: Uint8Array): Turn[] {
    const parsed = Turns.safeParse(jsonOf(Buffer.from(bytes).toString()));
    if (!parsed.success) throw unreadableAnswer(this.words);

    return parsed.data.segments;
  }

  /** Lists the models; the server of whisper.cpp has none, and says only how it is. */
  async check(): Promise<void> {
    const { baseUrl } = this.server;
    const signal = timeLimit(10_000);
    try {
      await this.http.send(`${baseUrl}/models`, { headers: this.authorization(), signal });
    } catch (error) {
      if (!(error instanceof Rejected) || !/\((404|405)\)/.test(error.message)) throw error;
      await this.http.send(new URL('/health', baseUrl).href, { headers: this.authorization(), signal });
    }
  }

  private async sent(url: string, { headers, body, signal }: RequestInit = {}): Promise<Buffer> {
    const form = new FormData();
    if (!(body instanceof globalThis.FormData))
      throw new Error('the client of OpenAI sends something else than a form');
    for (const [name, value] of body) form.append(name, value);

    return this.http.send(url, {
      method: 'POST',
      headers: Object.fromEntries(new Headers(headers)),
      body: form,
      signal: signal ?? new AbortController().signal,
    });
  }

  private authorization(): Record<string, string> {
    return this.server.key === null ? {} : { authorization: `Bearer ${this.server.key}` };
  }

  private async failing<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw this.refusalOf(error);
    }
  }

  private refusalOf(error: unknown): Rejected {
    if (error instanceof APIConnectionTimeoutError) return answerTooLate(this.words);

    return lostConnection(error, new URL(this.server.baseUrl).host, this.words);
  }
}

const urlOf = (url: string | URL | Request): string => (url instanceof Request ? url.url : String(url));

/** Tells speakers apart, with times. */
export const isDiarizing = (model: string): boolean => model.includes('diarize');
