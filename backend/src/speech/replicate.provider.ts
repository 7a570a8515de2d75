import { z } from 'zod';
import type { Config } from '../config.ts';
import type { FileStore } from '../files/file-store.ts';
import { pause } from '../kit/process/pause.ts';
import { timeLimit } from '../kit/time-limit.ts';
import { isWithoutWords, noWords } from './answer-content.ts';
import { audioUrlOf } from './episode-audio.ts';
import { followJob, type JobState } from './service-jobs.ts';
import type { ServiceHttp } from './service-http.ts';
import { asSentence, jsonOf, unreadableAnswer, withoutSecrets, type ServiceWords } from './speech-errors.ts';
import { jobEnded } from './speech-jobs.ts';
import type { SpeechOrder, SpeechProvider, Transcribed } from './speech-provider.ts';

const Prediction = z.object({
  id: z.string().regex(/^[a-z0-9]{8,64}$/),
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
  data_removed: z.boolean().nullish(),
});
const Output = z.object({ segments: z.array(z.unknown()) });
const NO_LABELS = 'Speaker labels are off: HUGGINGFACE_TOKEN is not set.';

/** WhisperX at Replicate, which fetches the sound itself. */
export class ReplicateProvider implements SpeechProvider {
  readonly name = 'replicate';
  readonly model = 'whisperx';
  readonly missing: readonly string[];
  /** Those who wait for a prediction, by its id. */
  private readonly waiting = new Map<string, () => void>();

  constructor(
    private readonly config: Config,
    private readonly store: FileStore,
    private readonly http: ServiceHttp,
    private readonly words: ServiceWords,
  ) {
    this.missing = (['REPLICATE_API_TOKEN', 'REPLICATE_WHISPERX_VERSION'] as const).filter(
      (name) => config[name] === null,
    );
  }

  async check(): Promise<string> {
    await this.call('/account', timeLimit(10_000));

    return 'It accepts the token.';
  }

  /** Has the prediction looked at now, if anybody here waits for it. */
  wake(predictionId: string): void {
    this.waiting.get(predictionId)?.();
  }

  async transcribe(order: SpeechOrder): Promise<Transcribed> {
    const { jobs, onProgress, signal } = order;
    const url = audioUrlOf(order);
    const key = `the episode at ${url}`;
    const known = jobs.find(key)?.answer ?? null;
    const answer =
      known ??
      (await this.answered(
        key,
        await followJob({
          service: this.name,
          key,
          jobs,
          signal,
          onProgress,
          pollMs: this.config.STT_POLL_MS,
          words: this.words,
          order: async () => this.order(url, signal),
          look: async (id) => this.look(id, signal),
          waitFor: async (id, ms, aborted) => this.pauseFor(id, ms, aborted),
        }),
        order,
      ));
    const transcript = await this.outputOf(answer);

    return {
      provider: this.name,
      model: this.model,
      transcript,
      answers: [answer],
      // Replicate fetched it: what it heard is not known to us.
      audio: null,
      warnings: this.config.HUGGINGFACE_TOKEN === null ? [NO_LABELS] : [],
    };
  }

  private async answered(key: string, { jobId, answer }: { jobId: string; answer: Buffer }, { jobs }: SpeechOrder) {
    const { output } = Prediction.parse(jsonOf(answer.toString()));
    const segments = Output.safeParse(output);
    const isEmpty = segments.success && isWithoutWords(Buffer.from(JSON.stringify(segments.data)));
    if (!segments.success || isEmpty) {
      await jobEnded(jobs, key, this.name, jobId);
      throw isEmpty ? noWords(this.words) : unreadableAnswer(this.words);
    }
    const file = await this.store.put([answer], 'application/json');
    await jobs.answered(key, file);

    return file;
  }

  /** What WhisperX gave, without what Replicate says about it: that is what the transcript reader knows. */
  private async outputOf(answer: Awaited<ReturnType<FileStore['put']>>) {
    const pieces: Uint8Array[] = [];
    for await (const piece of await this.store.get(answer)) pieces.push(piece);
    const { output } = Prediction.parse(jsonOf(Buffer.concat(pieces).toString()));

    return this.store.put([Buffer.from(JSON.stringify(output))], 'application/json');
  }

  private async order(url: string, signal: AbortSignal): Promise<string> {
    const {
      HUGGINGFACE_TOKEN: token,
      REPLICATE_WHISPERX_VERSION: version,
      REPLICATE_WEBHOOK_URL: webhook,
    } = this.config;
    const diarization =
      token === null ? { diarization: false } : { diarization: true, huggingface_access_token: token };
    const created = await this.call('/predictions', signal, {
      version,
      input: { audio_file: url, align_output: false, ...diarization },
      ...(webhook === null ? {} : { webhook, webhook_events_filter: ['completed'] }),
    });

    return this.prediction(created).id;
  }

  private async look(id: string, signal: AbortSignal): Promise<JobState> {
    const answer = await this.call(`/predictions/${id}`, signal);
    const { status, output, error, data_removed: isRemoved } = this.prediction(answer);
    const failed = (sentence: string): JobState => ({ state: 'failed', sentence });
    switch (status) {
      case 'starting':
        return { state: 'running', sentence: 'Replicate is starting the model' };
      case 'processing':
        return { state: 'running', sentence: 'Replicate is transcribing the episode' };
      case 'succeeded':
        return isRemoved && (output ?? null) === null
          ? failed('Replicate has deleted the answer, which it keeps for an hour. Retry the run to order it again.')
          : { state: 'done', answer };
      case 'failed':
        return failed(`Replicate could not transcribe the episode: ${this.said(error)}`);
      case 'canceled':
        return failed('The prediction was canceled at Replicate. Retry the run to order it again.');
      case 'aborted':
        return failed('Replicate gave up before the model had started. Retry the run to order it again.');
    }
  }

  private said(error: unknown): string {
    const text = z.string().catch('no reason was given').parse(error).replace(/\s+/g, ' ').trim().slice(0, 300);

    return asSentence(withoutSecrets(text, this.words.secrets));
  }

  private prediction(answer: Buffer): z.infer<typeof Prediction> {
    const parsed = Prediction.safeParse(jsonOf(answer.toString()));
    if (!parsed.success) throw unreadableAnswer(this.words);

    return parsed.data;
  }

  private async call(path: string, signal: AbortSignal, body?: object): Promise<Buffer> {
    return this.http.send(this.config.REPLICATE_BASE_URL + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${this.config.REPLICATE_API_TOKEN}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal,
    });
  }

  private async pauseFor(id: string, ms: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    this.waiting.set(id, () => woken.abort());
    await pause(ms, AbortSignal.any([signal, woken.signal]));
    this.waiting.delete(id);
  }
}
