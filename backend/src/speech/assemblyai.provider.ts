import { openAsBlob } from 'node:fs';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { FileStore } from '../files/file-store.ts';
import { timeLimit } from '../kit/time-limit.ts';
import { isWithoutWords, noWords } from './answer-content.ts';
import type { AudioFile, AudioFolder } from './audio/audio-folder.ts';
import { audioOf } from './episode-audio.ts';
import { followJob, type JobState } from './service-jobs.ts';
import type { ServiceHttp } from './service-http.ts';
import { asSentence, jsonOf, unreadableAnswer, withoutSecrets, type ServiceWords } from './speech-errors.ts';
import { jobEnded } from './speech-jobs.ts';
import type { SpeechOrder, SpeechProvider, Transcribed } from './speech-provider.ts';

const Upload = z.object({ upload_url: z.string().min(1) });
const Transcript = z.object({
  id: z.string().regex(/^[\w-]{4,100}$/),
  status: z.enum(['queued', 'processing', 'completed', 'error']),
  error: z.string().nullish(),
});

/** AssemblyAI, which takes the whole sound and is asked when it has finished. */
export class AssemblyAiProvider implements SpeechProvider {
  readonly name = 'assemblyai';
  /** Null: the service chooses. */
  readonly model: string | null;
  readonly missing: readonly string[];

  constructor(
    private readonly config: Config,
    private readonly audio: AudioFolder,
    private readonly store: FileStore,
    private readonly http: ServiceHttp,
    private readonly words: ServiceWords,
  ) {
    this.model = config.STT_MODEL;
    this.missing = config.ASSEMBLYAI_API_KEY === null ? ['ASSEMBLYAI_API_KEY'] : [];
  }

  async check(): Promise<string> {
    await this.call('/transcript?limit=1', timeLimit(10_000));

    return 'It accepts the key.';
  }

  async transcribe(order: SpeechOrder): Promise<Transcribed> {
    const { jobs, onProgress, signal } = order;
    const audio = await audioOf(this.audio, order);
    const key = `the episode with the sound ${audio.facts.sha256.slice(0, 16)} by ${this.model ?? this.name}`;
    const known = jobs.find(key)?.answer ?? null;
    const followed =
      known === null
        ? await followJob({
            service: this.name,
            key,
            jobs,
            signal,
            onProgress,
            pollMs: this.config.STT_POLL_MS,
            words: this.words,
            order: async () => this.order(audio, order),
            look: async (id) => this.look(id, signal),
          })
        : null;
    if (followed && isWithoutWords(followed.answer)) {
      await jobEnded(jobs, key, this.name, followed.jobId);
      throw noWords(this.words);
    }
    const transcript = known ?? (await this.store.put([followed!.answer], 'application/json'));
    if (known === null) await jobs.answered(key, transcript);

    return {
      provider: this.name,
      model: this.model,
      transcript,
      answers: [transcript],
      audio: audio.facts,
      warnings: [],
    };
  }

  private async order({ path, kind }: AudioFile, { signal, onProgress }: SpeechOrder): Promise<string> {
    onProgress('Sending the audio to AssemblyAI', null);
    const sent = await this.call('/upload', signal, await openAsBlob(path, { type: kind.type }));
    const uploaded = Upload.safeParse(jsonOf(sent.toString()));
    if (!uploaded.success) throw unreadableAnswer(this.words);
    const created = await this.call(
      '/transcript',
      signal,
      JSON.stringify({
        audio_url: uploaded.data.upload_url,
        speaker_labels: true,
        language_detection: true,
        ...(this.model === null ? {} : { speech_models: [this.model] }),
      }),
    );

    return this.transcript(created).id;
  }

  private async look(id: string, signal: AbortSignal): Promise<JobState> {
    const answer = await this.call(`/transcript/${id}`, signal);
    const { status, error } = this.transcript(answer);
    switch (status) {
      case 'queued':
        return { state: 'running', sentence: 'The episode is queued at AssemblyAI' };
      case 'processing':
        return { state: 'running', sentence: 'AssemblyAI is transcribing the episode' };
      case 'completed':
        return { state: 'done', answer };
      case 'error':
        return {
          state: 'failed',
          sentence: `AssemblyAI could not transcribe the episode: ${asSentence(withoutSecrets((error ?? 'no reason was given').slice(0, 300), this.words.secrets))}`,
        };
    }
  }

  private transcript(answer: Buffer): z.infer<typeof Transcript> {
    const parsed = Transcript.safeParse(jsonOf(answer.toString()));
    if (!parsed.success) throw unreadableAnswer(this.words);

    return parsed.data;
  }

  private async call(path: string, signal: AbortSignal, body?: string | Blob): Promise<Buffer> {
    return this.http.send(`${this.config.ASSEMBLYAI_BASE_URL}/v2${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: this.config.ASSEMBLYAI_API_KEY ?? '',
        ...(body === undefined
          ? {}
          : { 'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream' }),
      },
      ...(body === undefined ? {} : { body }),
      signal,
    });
  }
}
