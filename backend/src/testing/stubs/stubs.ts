import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { ASSEMBLYAI_KEYS, assemblyAi, type AssemblyAiState } from './assemblyai.stub.ts';
import { DEEPGRAM_KEYS, deepgram } from './deepgram.stub.ts';
import { itunes } from './itunes.stub.ts';
import { ModelFault, type ModelsState } from './openai-models.stub.ts';
import { answersState, type AnswersState } from './openai-answers.stub.ts';
import { storesState, type StoresState } from './openai-stores.stub.ts';
import { openAi, type OpenAiState } from './openai.stub.ts';
import { PODCASTINDEX_KEYS, podcastIndex } from './podcastindex.stub.ts';
import { REPLICATE_KEYS, replicate, type ReplicateState } from './replicate.stub.ts';
import { S3_KEYS, s3, type S3Objects } from './s3.stub.ts';
import { answer, json, type StubAnswer, type StubRequest } from './stub-answer.ts';
import { stubShows, type StubShow } from './stub-show.ts';
import { TADDY_KEYS, taddy } from './taddy.stub.ts';
import { web } from './web.stub.ts';

/** What goes wrong instead of, or besides, the normal answer. */
export const StubFault = z.object({
  /** Answers this, with `body` as `contentType`. */
  status: z.number().int().min(200).max(599).optional(),
  body: z.string().default('<html><body>Sorry</body></html>'),
  contentType: z.string().default('text/html; charset=utf-8'),
  headers: z.record(z.string(), z.string()).default({}),
  /** Breaks the connection, never answers, or breaks it in the middle of the normal answer. */
  connection: z.enum(['reset', 'silent', 'truncated']).optional(),
  /** Waits before the answer. */
  delayMs: z.number().int().min(0).default(0),
  /** How many requests it hits; unset: all. */
  times: z.number().int().min(1).optional(),
});
export type StubFault = z.infer<typeof StubFault>;

export interface StubCall {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Uploads by their size only. */
  readonly body: string;
}

export interface StubOptions {
  /** Default: a free one. */
  readonly port?: number;
  /** Episodes of the show that "demo show" finds. */
  readonly episodes?: number;
  /** How many feeds `/feeds/many/N.xml` there are. */
  readonly many?: number;
  readonly manyEpisodes?: number;
}

export interface Stubs {
  /** http://127.0.0.1:port without a trailing slash. */
  readonly url: string;
  readonly shows: StubShow[];
  /** Every request, oldest first. */
  readonly calls: StubCall[];
  /** Changes how many episodes the feeds `/feeds/many/N.xml` have. */
  manyEpisodes: number;
  /** The most requests that it had to answer at once; may be set back to 0. */
  mostAtOnce: number;
  /** By how much the clocks of the services are fast. */
  clockSeconds: number;
  readonly replicate: ReplicateState;
  readonly assemblyAi: AssemblyAiState;
  readonly models: ModelsState;
  /** Files and vector stores at OpenAI. */
  readonly openAiStores: StoresState;
  /** What OpenAI answers from them. */
  readonly openAiAnswers: AnswersState;
  readonly s3Objects: S3Objects;
  /** The settings that make the product ask these stubs, without those that choose one of several services. */
  readonly environment: Readonly<Record<string, string>>;
  /** The path of a request, or its beginning followed by `*`. Null: no fault any more. */
  fail(path: string, fault: z.input<typeof StubFault> | null): void;
  close(): Promise<void>;
}

/**
 * Taddy, Apple Podcasts, Podcast Index, the web of publishers, services that transcribe (OpenAI, Replicate, Deepgram,
 * AssemblyAI), language models, vector stores and an S3 store on a port of this machine. They refuse what the real
 * ones refuse. Over HTTP, `GET /stub/calls` lists the requests, `PUT /stub/faults?path=` sets a fault and `DELETE` ends
 * it. `PUT` and `DELETE /stub/model-fault` do so for what language models answer.
 */
export async function openStubs(options: StubOptions = {}): Promise<Stubs> {
  const calls: StubCall[] = [];
  const faults = new Map<string, StubFault>();
  const shows = stubShows(options.episodes ?? 23);
  const openAiState: OpenAiState = {
    rated: false,
    models: { fault: null, answer: null },
    stores: storesState(),
    answers: answersState(),
  };
  let atOnce = 0;
  const server = createServer((request, response) => {
    atOnce++;
    stubs.mostAtOnce = Math.max(stubs.mostAtOnce, atOnce);
    // Whichever comes first: answered, or given up by the caller.
    const ended = () => {
      response.off('prefinish', ended).off('close', ended);
      atOnce--;
    };
    response.once('prefinish', ended).once('close', ended);
    respond(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error(`the stubs listen on ${address}, not on a port`);
  const base = `http://127.0.0.1:${address.port}`;

  const stubs: Stubs = {
    url: base,
    shows,
    calls,
    manyEpisodes: options.manyEpisodes ?? 3,
    mostAtOnce: 0,
    clockSeconds: 0,
    replicate: { predictions: new Map(), pollsNeeded: 1, ending: 'succeeded' },
    assemblyAi: { transcripts: new Map(), pollsNeeded: 1, error: null },
    models: openAiState.models,
    openAiStores: openAiState.stores,
    openAiAnswers: openAiState.answers,
    s3Objects: new Map(),
    environment: {
      FETCH_ALLOW_PRIVATE: 'true',
      TADDY_API_URL: `${base}/taddy`,
      ...TADDY_KEYS,
      ITUNES_BASE_URL: `${base}/itunes`,
      PODCASTINDEX_BASE_URL: `${base}/pi/api/1.0`,
      ...PODCASTINDEX_KEYS,
      OPENAI_BASE_URL: `${base}/v1`,
      REPLICATE_BASE_URL: `${base}/replicate/v1`,
      ...REPLICATE_KEYS,
      DEEPGRAM_BASE_URL: `${base}/deepgram`,
      ...DEEPGRAM_KEYS,
      ASSEMBLYAI_BASE_URL: `${base}/assemblyai`,
      ...ASSEMBLYAI_KEYS,
      ...S3_KEYS,
    },
    fail: (path, fault) => {
      if (fault === null) faults.delete(path);
      else faults.set(path, StubFault.parse(fault));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await read(incoming, base, Math.floor(Date.now() / 1000) + stubs.clockSeconds);
    const { method, path, query, headers, body, bytes } = request;
    if (path.startsWith('/stub/')) return write(response, control(request));
    calls.push({
      method,
      path,
      query: Object.fromEntries(query),
      headers,
      body: isText(headers) ? body : `${bytes.length} bytes`,
    });
    const fault = faultAt(path);
    if (fault) await pause(fault.delayMs);
    if (fault?.connection === 'silent') return;
    if (fault?.connection === 'reset') return void incoming.socket.resetAndDestroy();
    const found = fault?.status
      ? answer(fault.status, fault.contentType, fault.body, fault.headers)
      : ((await routed(request)) ?? answer(404, 'text/plain', 'not found'));
    if (fault?.connection === 'truncated') return truncate(response, found);
    write(response, {
      ...found,
      headers: { date: new Date(request.now * 1000).toUTCString(), ...found.headers },
    });
  }

  async function routed(request: StubRequest): Promise<StubAnswer | null> {
    if (request.path === '/taddy') return taddy(request, shows);
    if (request.path.startsWith('/itunes/')) return itunes(request, shows);
    if (request.path.startsWith('/v1/')) return openAi(request, openAiState);
    if (request.path.startsWith('/replicate/')) return replicate(request, stubs.replicate);
    if (request.path.startsWith('/deepgram/')) return deepgram(request);
    if (request.path.startsWith('/assemblyai/')) return assemblyAi(request, stubs.assemblyAi);
    if (request.path.startsWith('/s3/')) return s3(request, stubs.s3Objects);
    if (request.path.startsWith('/pi/api/1.0/')) return podcastIndex(request, shows);

    return web(request, { shows, many: options.many ?? 1000, manyEpisodes: stubs.manyEpisodes });
  }

  function faultAt(path: string): StubFault | null {
    const key = [...faults.keys()].find((one) =>
      one.endsWith('*') ? path.startsWith(one.slice(0, -1)) : path === one,
    );
    const fault = key === undefined ? undefined : faults.get(key);
    if (key === undefined || !fault) return null;
    if (fault.times === 1) faults.delete(key);
    else if (fault.times !== undefined) faults.set(key, { ...fault, times: fault.times - 1 });

    return fault;
  }

  function control({ method, path, query, body }: StubRequest): StubAnswer {
    if (method === 'GET' && path === '/stub/calls') return json(200, calls);
    if (path === '/stub/model-fault') {
      const parsed = ModelFault.nullable().safeParse(method === 'PUT' ? JSON.parse(body) : null);
      if (!parsed.success) return json(400, parsed.error.issues);
      stubs.models.fault = parsed.data;
      return json(200, stubs.models.fault);
    }
    const target = query.get('path');
    if (path !== '/stub/faults' || target === null) return json(404, {});
    const fault = method === 'PUT' ? StubFault.safeParse(JSON.parse(body)) : null;
    if (fault?.success === false) return json(400, fault.error.issues);
    stubs.fail(target, fault?.data ?? null);

    return json(200, Object.fromEntries(faults));
  }

  return stubs;
}

async function read(incoming: IncomingMessage, base: string, now: number): Promise<StubRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk as Uint8Array));
  const { pathname, searchParams } = new URL(incoming.url ?? '/', base);
  const bytes = Buffer.concat(chunks);

  return {
    method: incoming.method ?? 'GET',
    path: pathname,
    query: searchParams,
    headers: incoming.headers,
    body: bytes.toString('utf8'),
    bytes,
    base,
    now,
  };
}

const isText = ({ 'content-type': type = '' }: IncomingMessage['headers']): boolean =>
  type === '' || /json|text|urlencoded/.test(type);

function write(response: ServerResponse, { status, headers, body }: StubAnswer): void {
  response.writeHead(status, headers).end(body);
}

/** Promises more than it sends. */
function truncate(response: ServerResponse, { status, headers, body }: StubAnswer): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': String(bytes.length) });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}
