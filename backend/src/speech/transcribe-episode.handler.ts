import { formatClock } from '@earmark/contracts/kit';
import {
  TranscribeEpisode,
  type SpeechProvider as SpeechProviderName,
  type Transcription,
} from '@earmark/contracts/speech';
import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { episode } from '../episodes/episode.decider.ts';
import { getPresentEpisode } from '../episodes/present-episode.ts';
import { FILE_STORE, type FileStore } from '../files/file-store.ts';
import type { Handles } from '../kit/commands.ts';
import { Parsing } from '../kit/process/parsing.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { series } from '../series/series.decider.ts';
import { readTranscript } from '../transcripts/read-transcript.ts';
import { bytesOf } from './answer-content.ts';
import { AudioFolder } from './audio/audio-folder.ts';
import { SpeechChoices } from './speech-choices.ts';
import { passingOf } from './speech-errors.ts';
import type { SpeechOrder, SpeechProvider, Transcribed } from './speech-provider.ts';

@CommandHandler(TranscribeEpisode)
export class TranscribeEpisodeHandler implements Handles<TranscribeEpisode> {
  constructor(
    private readonly streams: Streams,
    private readonly choices: SpeechChoices,
    private readonly parsing: Parsing,
    private readonly audio: AudioFolder,
    @Inject(FILE_STORE) private readonly store: FileStore,
  ) {}

  async execute({
    command,
  }: TranscribeEpisode): Promise<Transcription & { sentence: string; warnings: readonly string[] }> {
    const { episodeUuid } = command;
    const facts = await getPresentEpisode(this.streams, episodeUuid);
    const { seriesUuid } = (await this.streams.read(episode, episodeUuid)).state;
    const language =
      seriesUuid === null ? null : ((await this.streams.read(series, seriesUuid)).state.facts?.language ?? null);
    const provider = command.onlyPublished ? this.choices.providers.publisher : this.choices.of(facts);
    const { warnings, ...transcription } = await this.transcribed(provider, { ...command, facts, language });
    const heardMs = transcription.audio?.durationMs ?? (facts.durationSeconds ?? 0) * 1000;

    return { ...transcription, sentence: await this.sentenceOf(transcription, heardMs), warnings };
  }

  /** The sound is kept only for an attempt that follows by itself, or after a crash. */
  private async transcribed(provider: SpeechProvider, order: SpeechOrder): Promise<Transcribed> {
    try {
      const transcribed = await provider.transcribe(order);
      await this.audio.remove(order.episodeUuid);

      return transcribed;
    } catch (error) {
      const mayGoOn = order.signal.aborted || !(error instanceof Rejected) || passingOf(error) !== null;
      if (!mayGoOn) await this.audio.remove(order.episodeUuid);
      throw error;
    }
  }

  /** Such as "Transcribed 812 segments, 3 speakers, 1:02:03, by OpenAI (whisper-1)". */
  private async sentenceOf({ provider, model, transcript }: Transcription, durationMs: number): Promise<string> {
    const bytes = await bytesOf(await this.store.get(transcript));
    const read = await readTranscript(this.parsing, { bytes, durationMs: durationMs > 0 ? durationMs : null });
    const lastMs = Math.max(durationMs, ...read.segments.slice(-1).map(({ endMs }) => endMs));
    const what = `${counted(read.segments.length, 'segment')}, ${counted(read.speakers.length, 'speaker')}, ${formatClock(lastMs)}`;
    if (provider === 'publisher') return `Took the publisher's transcript: ${what}`;

    return `Transcribed ${what}, by ${NAMES[provider]}${model === null ? '' : ` (${model})`}`;
  }
}

const NAMES: Readonly<Record<Exclude<SpeechProviderName, 'publisher'>, string>> = {
  openai: 'OpenAI',
  'openai-compatible': 'an OpenAI-compatible server',
  replicate: 'Replicate',
  deepgram: 'Deepgram',
  assemblyai: 'AssemblyAI',
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
