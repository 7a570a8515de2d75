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
import { Streams } from '../kit/streams.ts';
import { series } from '../series/series.decider.ts';
import { readTranscript } from '../transcripts/read-transcript.ts';
import { SpeechChoices } from './speech-choices.ts';

const BY: Readonly<Record<SpeechProviderName, string>> = {
  publisher: "the publisher's transcript",
  openai: 'OpenAI',
  'openai-compatible': 'the OpenAI-compatible server',
  replicate: 'Replicate',
  deepgram: 'Deepgram',
  assemblyai: 'AssemblyAI',
};

@CommandHandler(TranscribeEpisode)
export class TranscribeEpisodeHandler implements Handles<TranscribeEpisode> {
  constructor(
    private readonly streams: Streams,
    private readonly choices: SpeechChoices,
    private readonly parsing: Parsing,
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
    const provider = this.choices.of(facts);
    const { warnings, ...transcription } = await provider.transcribe({ ...command, facts, language });
    const durationMs = transcription.audio?.durationMs ?? (facts.durationSeconds ?? 0) * 1000;
    const read = await readTranscript(this.parsing, {
      bytes: await bytesOf(await this.store.get(transcription.transcript)),
      durationMs: durationMs > 0 ? durationMs : null,
    });
    const lastMs = Math.max(...read.segments.map(({ endMs }) => endMs), 0);
    const model = transcription.model === null ? '' : ` (${transcription.model})`;
    const sentence = `${transcription.provider === 'publisher' ? 'Took' : 'Transcribed by'} ${BY[transcription.provider]}${model}: ${counted(read.segments.length, 'segment')}, ${counted(read.speakers.length, 'speaker')}, ${formatClock(lastMs)}`;

    return { ...transcription, sentence, warnings };
  }
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);

  return Buffer.concat(pieces);
}
