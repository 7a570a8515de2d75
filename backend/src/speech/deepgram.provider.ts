import type { Config } from '../config.ts';
import type { FileStore } from '../files/file-store.ts';
import { timeLimit } from '../kit/time-limit.ts';
import { isWithoutWords, noWords } from './answer-content.ts';
import type { AudioFolder } from './audio/audio-folder.ts';
import { splitAudio } from './audio/split-audio.ts';
import { audioOf } from './episode-audio.ts';
import type { ServiceHttp } from './service-http.ts';
import { jsonOf, unreadableAnswer, type ServiceWords } from './speech-errors.ts';
import { askOnce } from './speech-jobs.ts';
import type { SpeechOrder, SpeechProvider, Transcribed } from './speech-provider.ts';
import { z } from 'zod';

const WHOLE = { maxBytes: 0, maxSeconds: 0 };
const Answer = z.object({ results: z.object({ channels: z.array(z.unknown()) }) });

/** Deepgram, which takes the whole sound and answers in the same call. */
export class DeepgramProvider implements SpeechProvider {
  readonly name = 'deepgram';
  readonly model: string;
  readonly missing: readonly string[];

  constructor(
    private readonly config: Config,
    private readonly audio: AudioFolder,
    private readonly store: FileStore,
    private readonly http: ServiceHttp,
    private readonly words: ServiceWords,
  ) {
    this.model = config.STT_MODEL ?? 'nova-3';
    this.missing = config.DEEPGRAM_API_KEY === null ? ['DEEPGRAM_API_KEY'] : [];
  }

  async check(): Promise<string> {
    const signal = timeLimit(10_000);
    await this.http.send(`${this.config.DEEPGRAM_BASE_URL}/v1/projects`, { headers: this.authorization(), signal });

    return 'It accepts the key.';
  }

  async transcribe(order: SpeechOrder): Promise<Transcribed> {
    const { jobs, onProgress, signal } = order;
    const audio = await audioOf(this.audio, order);
    const whole = { ffmpegSetting: null, signal, onProgress: () => {} };
    const [part] = (await splitAudio(audio, WHOLE, whole)).parts;
    const key = `the episode with the sound ${audio.facts.sha256.slice(0, 16)} by ${this.model}`;
    const transcript = await askOnce({ jobs, key, service: this.name }, async (jobId) => {
      onProgress('Deepgram is transcribing the episode', jobId);
      const query = new URLSearchParams({
        model: this.model,
        smart_format: 'true',
        utterances: 'true',
        diarize_model: 'latest',
        detect_language: 'true',
      });
      const bytes = await this.http.send(`${this.config.DEEPGRAM_BASE_URL}/v1/listen?${query.toString()}`, {
        method: 'POST',
        headers: { ...this.authorization(), 'content-type': audio.kind.type },
        body: await part!.open(),
        signal,
      });
      if (!Answer.safeParse(jsonOf(bytes.toString())).success) throw unreadableAnswer(this.words);
      if (isWithoutWords(bytes)) throw noWords(this.words);

      return this.store.put([bytes], 'application/json');
    });

    return {
      provider: this.name,
      model: this.model,
      transcript,
      answers: [transcript],
      audio: audio.facts,
      warnings: [],
    };
  }

  private authorization(): Record<string, string> {
    return { authorization: `Token ${this.config.DEEPGRAM_API_KEY}` };
  }
}
