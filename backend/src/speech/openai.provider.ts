import type { FileRef } from '@earmark/contracts/files';
import type { Dispatcher } from 'undici';
import type { FileStore } from '../files/file-store.ts';
import type { Parsing } from '../kit/process/parsing.ts';
import { Rejected } from '../kit/rejected.ts';
import type { ParsedTranscript } from '../transcripts/formats/parse-transcript.ts';
import { readTranscript } from '../transcripts/read-transcript.ts';
import type { AudioFolder } from './audio/audio-folder.ts';
import { splitAudio, type AudioPart, type SplitLimits } from './audio/split-audio.ts';
import { bytesOf, isWithoutWords, noWords } from './answer-content.ts';
import { audioOf } from './episode-audio.ts';
import { mapAtOnce } from '../kit/map-at-once.ts';
import { joinedTranscript, withSpeakers, type PartTranscript } from './joined-transcript.ts';
import { isDiarizing, OpenAiCalls, type OpenAiServer } from './openai-calls.ts';
import { speakerClips, type SpeakerClip } from './speaker-clips.ts';
import type { ServiceWords } from './speech-errors.ts';
import { askOnce } from './speech-jobs.ts';
import type { SpeechOrder, SpeechProvider, Transcribed } from './speech-provider.ts';

export interface OpenAiOptions {
  readonly server: OpenAiServer;
  readonly words: ServiceWords;
  readonly missing: readonly string[];
  readonly limits: SplitLimits;
  /** Parts that are sent at the same time. */
  readonly atOnce: number;
  /** Null: no model of its own tells speakers apart. */
  readonly diarizationModel: string | null;
  readonly ffmpegSetting: string | null;
}

/** OpenAI, and servers that imitate its calls. They answer in the same call, and take no more than parts of long sound. */
export class OpenAiProvider implements SpeechProvider {
  readonly model: string;
  readonly missing: readonly string[];
  private readonly calls: OpenAiCalls;

  constructor(
    readonly name: 'openai' | 'openai-compatible',
    private readonly options: OpenAiOptions,
    private readonly audio: AudioFolder,
    private readonly store: FileStore,
    private readonly parsing: Parsing,
    agent: Dispatcher,
  ) {
    this.model = options.server.model;
    this.missing = options.missing;
    this.calls = new OpenAiCalls(options.server, options.words, agent);
  }

  async check(): Promise<string> {
    await this.calls.check();

    return 'It accepts the key and answers.';
  }

  async transcribe(order: SpeechOrder): Promise<Transcribed> {
    const { signal, onProgress } = order;
    const audio = await audioOf(this.audio, order);
    const { limits, ffmpegSetting, diarizationModel } = this.options;
    const { parts, cuttable, warnings } = await splitAudio(audio, limits, {
      ffmpegSetting,
      signal,
      onProgress: (sentence) => onProgress(sentence, null),
    });
    const asked: Asked = { order, parts, fingerprint: audio.facts.sha256.slice(0, 16) };
    const first = await this.part(asked, 0, []);
    // Their voices let the service recognise them in the other parts.
    const clips =
      parts.length > 1 && cuttable !== null && isDiarizing(this.model)
        ? await speakerClips(first.parsed?.segments ?? [], parts[0]!.startMs, cuttable)
        : [];
    const others = await mapAtOnce(parts.slice(1), this.options.atOnce, async (_, index) =>
      this.part(asked, index + 1, clips),
    );
    const all = [first, ...others];
    const facts = {
      provider: this.name,
      model: this.model,
      audio: audio.facts,
      answers: all.flatMap(({ files }) => files),
    };
    if (parts.length === 1 && diarizationModel === null)
      return { ...facts, transcript: first.files[0]!, warnings: [...warnings] };

    const joined = joinedTranscript(
      all,
      clips.map(({ speaker }) => speaker),
    );
    if (joined.document.segments.length === 0) throw noWords(this.options.words);
    const content = Buffer.from(JSON.stringify(joined.document));

    return {
      ...facts,
      transcript: await this.store.put([content], 'application/json'),
      warnings: [...warnings, ...joined.warnings],
    };
  }

  private async part(asked: Asked, index: number, clips: readonly SpeakerClip[]): Promise<PartAnswer> {
    const { parts, order } = asked;
    const part = parts[index]!;
    const { signal } = order;
    const file = await this.asked(asked, index, 'Transcribing', async () => {
      const bytes = await this.calls.transcribe(part, clips, signal);
      if (parts.length === 1 && isWithoutWords(bytes)) throw noWords(this.options.words);
      return bytes;
    });
    const parsed = await this.read(file, part);
    const { diarizationModel } = this.options;
    if (diarizationModel === null || parsed === null) return { startMs: part.startMs, parsed, files: [file] };

    const who = await this.asked(asked, index, 'Telling speakers apart in', async () =>
      this.calls.diarize(part, diarizationModel, signal),
    );
    const turns = this.calls.turnsOf(await bytesOf(await this.store.get(who)));

    return {
      startMs: part.startMs,
      parsed: { ...parsed, segments: withSpeakers(parsed.segments, turns) },
      files: [file, who],
    };
  }

  private async asked(
    { parts, order: { jobs, onProgress }, fingerprint }: Asked,
    index: number,
    doing: string,
    ask: () => Promise<Buffer>,
  ): Promise<FileRef> {
    const which = `part ${index + 1} of ${parts.length}`;
    // The same address may give other sound after a restart; answers about two kinds of sound are never joined.
    const key = `${doing} ${which} of ${fingerprint} by ${this.name} ${this.model}`;

    return askOnce({ jobs, key, service: this.name }, async (jobId) => {
      onProgress(
        parts.length === 1 ? `${doing} ${doing.endsWith(' in') ? 'it' : 'the episode'}` : `${doing} ${which}`,
        jobId,
      );
      return this.store.put([await ask()], 'application/json');
    });
  }

  /** Null: nothing is said in it. */
  private async read(file: FileRef, { durationMs }: AudioPart): Promise<ParsedTranscript | null> {
    const bytes = await bytesOf(await this.store.get(file));
    if (isWithoutWords(bytes)) return null;
    try {
      return await readTranscript(this.parsing, { bytes, durationMs });
    } catch (error) {
      // Only noise, which the reader drops.
      if (error instanceof Rejected && /contains no words|without transcript text/.test(error.message)) return null;
      throw error;
    }
  }
}

interface Asked {
  readonly order: SpeechOrder;
  readonly parts: readonly AudioPart[];
  /** Of the sound. */
  readonly fingerprint: string;
}
interface PartAnswer extends PartTranscript {
  readonly parsed: ParsedTranscript | null;
  readonly files: readonly FileRef[];
}
