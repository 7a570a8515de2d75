import { answers, type AnswersState } from './openai-answers.stub.ts';
import { models, type ModelsState } from './openai-models.stub.ts';
import { stores, type StoresState } from './openai-stores.stub.ts';
import { answer, json, type StubAnswer, type StubRequest } from './stub-answer.ts';
import { secondsOf } from './stub-audio.ts';

export const OPENAI_KEYS = { OPENAI_API_KEY: 'sk-stub-key-1' };

const MODELS = ['stub-model', 'gpt-5.6-luna'];
const MAX_UPLOAD_BYTES = 25_000_000;
const MAX_DIARIZE_SECONDS = 1400;
const LEAST_SECONDS = 0.1;
/** Each sentence of its answers is as long as this, or as what is left. */
const SENTENCE_SECONDS = 5;
const MAX_SENTENCES = 400;

/** Errors in the shape of OpenAI. */
export const openAiError = (status: number, message: string, type: string, code: string | null): StubAnswer =>
  json(status, { error: { message, type, param: null, code } });

export interface OpenAiState {
  /** The last call of a key that is limited was refused. */
  rated: boolean;
  readonly models: ModelsState;
  readonly stores: StoresState;
  readonly answers: AnswersState;
}

/**
 * Transcriptions, language models and vector stores of OpenAI and of the servers that imitate it. Each key behaves in its own way: `sk-bad…`, `sk-quota…`,
 * `sk-500…`; any other is accepted. What is said are numbered sentences by A and B in turn; `silence` as a model says nothing.
 */
export async function openAi(request: StubRequest, state: OpenAiState): Promise<StubAnswer> {
  const path = request.path.slice('/v1'.length);
  const key = (request.headers.authorization ?? '').replace(/^Bearer /, '');
  const refused = refusalOf(key, state);
  if (refused) return refused;
  if (request.method === 'GET' && path === '/models')
    return json(200, {
      object: 'list',
      data: MODELS.map((id) => ({ id, object: 'model', created: 0, owned_by: 'stub' })),
    });
  const modelAnswer = models(request, state.models);
  if (modelAnswer) return modelAnswer;
  const foundAnswer = answers(request, state.answers, state.stores);
  if (foundAnswer) return foundAnswer;
  const storesAnswer = await stores(request, state.stores);
  if (storesAnswer) return storesAnswer;
  if (request.method !== 'POST' || !/^\/audio\/(transcriptions|diarization)$/.test(path))
    return openAiError(404, `Invalid URL (${request.method} ${request.path})`, 'invalid_request_error', null);

  const form = await formOf(request);
  const file = form.get('file');
  if (!(file instanceof Blob))
    return openAiError(400, "'file' is required", 'invalid_request_error', 'missing_required_parameter');
  const bytes = Buffer.from(await file.arrayBuffer());
  const seconds = secondsOf(bytes) ?? 60;
  const model = textOf(form, 'model');
  if (path === '/audio/diarization') return json(200, { duration: seconds, segments: turnsOf(seconds) });

  return transcribed({ form, model, seconds, bytes: bytes.length });
}

function refusalOf(key: string, state: OpenAiState): StubAnswer | null {
  if (key === '') return openAiError(401, "You didn't provide an API key.", 'invalid_request_error', null);
  if (key.startsWith('sk-bad'))
    return openAiError(401, `Incorrect API key provided: ${key}.`, 'invalid_request_error', 'invalid_api_key');
  if (key.startsWith('sk-quota'))
    return openAiError(
      429,
      'You exceeded your current quota, please check your plan and billing details.',
      'insufficient_quota',
      'insufficient_quota',
    );
  if (key.startsWith('sk-500')) return openAiError(500, 'The server had an error', 'server_error', null);
  if (!key.startsWith('sk-rate')) return null;
  state.rated = !state.rated;
  const limited = openAiError(429, 'Rate limit reached', 'requests', 'rate_limit_exceeded');

  return state.rated ? { ...limited, headers: { ...limited.headers, 'retry-after': '7' } } : null;
}

interface Asked {
  readonly form: FormData;
  readonly model: string;
  readonly seconds: number;
  readonly bytes: number;
}

function transcribed({ form, model, seconds, bytes }: Asked): StubAnswer {
  const format = textOf(form, 'response_format') || 'json';
  const isDiarizing = model.includes('diarize');
  const invalid = (message: string, code: string) => openAiError(400, message, 'invalid_request_error', code);
  if (bytes > MAX_UPLOAD_BYTES)
    return openAiError(413, 'Maximum content size limit (26214400) exceeded', 'server_error', null);
  if (seconds < LEAST_SECONDS)
    return invalid('Audio file is too short. Minimum audio length is 0.1 seconds.', 'audio_too_short');
  if (isDiarizing && seconds > MAX_DIARIZE_SECONDS)
    return invalid(
      `audio duration ${seconds.toFixed(1)} seconds is longer than ${MAX_DIARIZE_SECONDS} seconds which is the maximum for this model`,
      'invalid_value',
    );
  if (isDiarizing && seconds > 30 && !form.has('chunking_strategy'))
    return invalid('chunking_strategy is required for diarization models', 'missing_required_parameter');
  if (isDiarizing !== (format === 'diarized_json') || (format === 'verbose_json' && model.startsWith('gpt-')))
    return invalid(`response_format '${format}' is not compatible with model '${model}'.`, 'unsupported_value');
  const said = model === 'silence' ? [] : turnsOf(seconds);
  const text = said.map((_, index) => sentence(index)).join(' ');
  const usage = { type: 'duration', seconds: Math.ceil(seconds) };
  const names = form.getAll('known_speaker_names[]').filter((name) => typeof name === 'string');
  if (format === 'diarized_json')
    return json(200, {
      task: 'transcribe',
      duration: seconds,
      text,
      segments: said.map(({ start, end, speaker }, index) => ({
        type: 'transcript.text.segment',
        id: `seg_${index}`,
        start,
        end,
        text: sentence(index),
        // Known speakers bear their names; the voices change places in later parts, as they would.
        speaker: names[speaker === 'SPEAKER_00' ? 1 : 0] ?? (speaker === 'SPEAKER_00' ? 'A' : 'B'),
      })),
      usage,
    });
  if (format !== 'verbose_json') return answer(200, 'application/json', JSON.stringify({ text, usage }));

  return json(200, {
    task: 'transcribe',
    language: 'english',
    duration: seconds,
    text,
    segments: said.map(({ start, end }, index) => ({
      id: index,
      seek: 0,
      start,
      end,
      text: ` ${sentence(index)}`,
      tokens: [50_364],
      temperature: 0,
      avg_logprob: -0.2,
      compression_ratio: 1.1,
      no_speech_prob: 0.01,
    })),
    usage,
  });
}

const sentence = (index: number): string => `This is sentence number ${index + 1} about magnesium.`;

function turnsOf(seconds: number): { start: number; end: number; speaker: string }[] {
  const count = Math.min(MAX_SENTENCES, Math.max(1, Math.floor(seconds / SENTENCE_SECONDS)));

  return Array.from({ length: count }, (_, index) => ({
    start: index * SENTENCE_SECONDS,
    end: Math.min(seconds, (index + 1) * SENTENCE_SECONDS - 0.2),
    speaker: `SPEAKER_0${index % 2}`,
  }));
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);

  return typeof value === 'string' ? value : '';
}

const formOf = async ({ bytes, headers }: StubRequest): Promise<FormData> =>
  new Response(new Uint8Array(bytes), { headers: { 'content-type': headers['content-type'] ?? '' } }).formData();
