import { join } from 'node:path';
import type { Dispatcher } from 'undici';
import type { Config } from '../config.ts';
import type { Fetcher } from '../feeds/fetcher.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Parsing } from '../kit/process/parsing.ts';
import { AudioFolder } from './audio/audio-folder.ts';
import { AssemblyAiProvider } from './assemblyai.provider.ts';
import { DeepgramProvider } from './deepgram.provider.ts';
import { OpenAiProvider } from './openai.provider.ts';
import { PublisherProvider } from './publisher.provider.ts';
import { ReplicateProvider } from './replicate.provider.ts';
import { ServiceHttp } from './service-http.ts';
import type { SpeechProviders } from './speech-choices.ts';
import type { ServiceWords } from './speech-errors.ts';

/** What OpenAI accepts, with some room for what encoders add. */
const OPENAI_LIMITS = { maxBytes: 25_000_000, maxSeconds: 1380 };
const NO_LIMITS = { maxBytes: 0, maxSeconds: 0 };

export interface SpeechParts {
  readonly config: Config;
  readonly fetcher: Fetcher;
  readonly store: FileStore;
  readonly parsing: Parsing;
  readonly audio: AudioFolder;
  readonly agent: Dispatcher;
}

export const audioFolderOf = ({ DATA_DIR, STT_MAX_AUDIO_BYTES }: Config, fetcher: Fetcher): AudioFolder =>
  new AudioFolder(fetcher, join(DATA_DIR, 'audio'), STT_MAX_AUDIO_BYTES);

export function speechProviders(parts: SpeechParts): SpeechProviders {
  const { config, fetcher, store, parsing, audio, agent } = parts;
  const replicate = wordsOf(config, 'Replicate', 'Replicate rejected the token. Check REPLICATE_API_TOKEN.');
  const deepgram = wordsOf(config, 'Deepgram', 'Deepgram rejected the API key. Check DEEPGRAM_API_KEY.');
  const assemblyAi = wordsOf(config, 'AssemblyAI', 'AssemblyAI rejected the API key. Check ASSEMBLYAI_API_KEY.');
  const http = (words: ServiceWords) => new ServiceHttp(agent, words);

  return {
    publisher: new PublisherProvider(fetcher, store, parsing),
    openai: openAi(parts),
    'openai-compatible': openAiCompatible(parts),
    replicate: new ReplicateProvider(config, store, http(replicate), replicate),
    deepgram: new DeepgramProvider(config, audio, store, http(deepgram), deepgram),
    assemblyai: new AssemblyAiProvider(config, audio, store, http(assemblyAi), assemblyAi),
  };
}

const SERVICE = 'The speech-to-text service';

function openAi({ config, audio, store, parsing, agent }: SpeechParts): OpenAiProvider {
  const { STT_BASE_URL, STT_API_KEY, OPENAI_API_KEY, OPENAI_BASE_URL, STT_MODEL, FFMPEG_PATH } = config;
  // The key of OpenAI goes to OpenAI only.
  const isElsewhere = STT_BASE_URL !== null && STT_BASE_URL !== OPENAI_BASE_URL;
  const key = STT_API_KEY ?? (isElsewhere ? null : OPENAI_API_KEY);
  const check = STT_API_KEY === null && OPENAI_API_KEY !== null ? 'OPENAI_API_KEY' : 'STT_API_KEY';
  const options = {
    server: { baseUrl: STT_BASE_URL ?? OPENAI_BASE_URL, key, model: STT_MODEL ?? 'gpt-4o-transcribe-diarize' },
    words: wordsOf(config, SERVICE, `${SERVICE} rejected the API key. Check ${check}.`),
    missing: key === null ? [isElsewhere ? 'STT_API_KEY' : 'OPENAI_API_KEY'] : [],
    limits: limitsOf(config, OPENAI_LIMITS),
    atOnce: 2,
    diarizationModel: null,
    ffmpegSetting: FFMPEG_PATH,
  };

  return new OpenAiProvider('openai', options, audio, store, parsing, agent);
}

function openAiCompatible({ config, audio, store, parsing, agent }: SpeechParts): OpenAiProvider {
  const { STT_BASE_URL, STT_API_KEY, STT_MODEL, STT_DIARIZATION_MODEL, FFMPEG_PATH } = config;
  const options = {
    server: { baseUrl: STT_BASE_URL ?? 'http://127.0.0.1', key: STT_API_KEY, model: STT_MODEL ?? 'whisper-1' },
    words: wordsOf(config, SERVICE, `${SERVICE} rejected the API key. Check STT_API_KEY.`),
    missing: STT_BASE_URL === null ? ['STT_BASE_URL'] : [],
    limits: limitsOf(config, NO_LIMITS),
    // Such servers mostly work on one request at a time.
    atOnce: 1,
    diarizationModel: STT_DIARIZATION_MODEL,
    ffmpegSetting: FFMPEG_PATH,
  };

  return new OpenAiProvider('openai-compatible', options, audio, store, parsing, agent);
}

const limitsOf = ({ STT_MAX_BYTES, STT_MAX_SECONDS }: Config, usual: { maxBytes: number; maxSeconds: number }) => ({
  maxBytes: STT_MAX_BYTES ?? usual.maxBytes,
  maxSeconds: STT_MAX_SECONDS ?? usual.maxSeconds,
});

export const wordsOf = (config: Config, name: string, rejected: string): ServiceWords => ({
  name,
  rejected,
  timeoutMs: config.STT_TIMEOUT_MS,
  secrets: [
    config.STT_API_KEY,
    config.OPENAI_API_KEY,
    config.REPLICATE_API_TOKEN,
    config.HUGGINGFACE_TOKEN,
    config.DEEPGRAM_API_KEY,
    config.ASSEMBLYAI_API_KEY,
    config.REPLICATE_WEBHOOK_SECRET,
  ],
});
