import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EpisodeUuid, type EpisodeFacts } from '@earmark/contracts/episodes';
import type { FileRef } from '@earmark/contracts/files';
import { EARMARK_NAMESPACE, uuidFrom } from '@earmark/contracts/kit';
import type { JobBook } from '@earmark/contracts/speech';
import type { Dispatcher } from 'undici';
import { readConfig } from '../config.ts';
import { createFetcher } from '../feeds/fetcher.ts';
import { FolderStore } from '../files/folder.store.ts';
import { Parsing } from '../kit/process/parsing.ts';
import { Rejected } from '../kit/rejected.ts';
import { OPENAI_KEYS } from '../testing/stubs/openai.stub.ts';
import { openStubs, type Stubs } from '../testing/stubs/stubs.ts';
import type { ParsedTranscript } from '../transcripts/formats/parse-transcript.ts';
import { readTranscript } from '../transcripts/read-transcript.ts';
import { bytesOf } from './answer-content.ts';
import { patientAgent } from '../kit/patient-agent.ts';
import type { SpeechProviders } from './speech-choices.ts';
import type { SpeechOrder } from './speech-provider.ts';
import { audioFolderOf, speechProviders } from './speech-providers.ts';

/** What a run would have in its stream. */
export class Book implements JobBook {
  readonly entries: { key: string; service: string; jobId: string; answer: FileRef | null }[] = [];
  private begin = () => {};
  /** Resolves once something was ordered. */
  readonly begun = new Promise<void>((resolve) => {
    this.begin = resolve;
  });

  find(key: string): { jobId: string; answer: FileRef | null } | null {
    return this.entries.findLast((entry) => entry.key === key) ?? null;
  }

  async ordered(key: string, service: string, jobId: string): Promise<void> {
    this.entries.push({ key, service, jobId, answer: null });
    this.begin();
  }

  async answered(key: string, answer: FileRef): Promise<void> {
    const last = this.entries.findLast((entry) => entry.key === key);
    if (!last) throw new Error(`nothing was ordered as ${key}`);
    last.answer = answer;
  }
}

export const episodeFacts = (given: Partial<EpisodeFacts>): EpisodeFacts => ({
  title: 'Sleep',
  description: null,
  publishedAt: null,
  durationSeconds: 60,
  audioUrl: null,
  imageUrl: null,
  link: null,
  transcripts: [],
  ...given,
});

export interface TestedOrder extends SpeechOrder {
  readonly jobs: Book;
  readonly said: string[];
}

export function orderOf(given: Partial<EpisodeFacts>, jobs = new Book(), signal?: AbortSignal): TestedOrder {
  const said: string[] = [];

  return {
    episodeUuid: uuidFrom(EARMARK_NAMESPACE, 'speech', EpisodeUuid),
    facts: episodeFacts(given),
    language: 'en',
    jobs,
    said,
    onProgress: (sentence) => void said.push(sentence),
    signal: signal ?? new AbortController().signal,
  };
}

export interface SpeechTools {
  readonly stubs: Stubs;
  readonly store: FolderStore;
  readonly parsing: Parsing;
  readonly folder: string;
  /** New providers, which know nothing of earlier calls. */
  providers(settings?: Record<string, string>): SpeechProviders;
  read(transcript: FileRef): Promise<ParsedTranscript>;
  close(): Promise<void>;
}

/** Providers beside the stubs of their services, with time-outs for tests. */
export async function openSpeech(): Promise<SpeechTools> {
  const stubs = await openStubs();
  const folder = await mkdtemp(join(tmpdir(), 'earmark-speech-'));
  const fetcher = createFetcher({ allowPrivate: true, userAgent: 'Earmark/0', totalTimeoutMs: 800 });
  const store = new FolderStore(join(folder, 'files'));
  const parsing = new Parsing(() => {});
  const agents: Dispatcher[] = [];

  return {
    stubs,
    store,
    parsing,
    folder,
    providers: (settings = {}) => {
      const config = readConfig({
        ...stubs.environment,
        ...OPENAI_KEYS,
        DATA_DIR: folder,
        // Long enough for a busy machine.
        STT_TIMEOUT_MS: '20000',
        STT_POLL_MS: '10',
        ...settings,
      });
      const agent = patientAgent(config.STT_TIMEOUT_MS);
      agents.push(agent);

      return speechProviders({ config, fetcher, store, parsing, audio: audioFolderOf(config, fetcher), agent });
    },
    read: async (transcript) =>
      readTranscript(parsing, { bytes: await bytesOf(await store.get(transcript)), durationMs: null }),
    close: async () => {
      for (const agent of agents) await agent.destroy();
      await fetcher.close();
      await parsing.onModuleDestroy();
      await stubs.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** What a refused transcription says. */
export async function refusal(work: Promise<unknown>): Promise<Pick<Rejected, 'code' | 'message' | 'extra'>> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof Rejected)) throw new Error('it was not refused', { cause: error });
  const { code, message, extra } = error;

  return { code, message, extra };
}
