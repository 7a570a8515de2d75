import type { Outcome } from '@earmark/contracts/kit';
import {
  ActivateTranscript,
  RecordTranscriptFile,
  RecordTranscriptText,
  type TranscriptFileAnswer,
  type VersionId,
} from '@earmark/contracts/transcripts';
import { CommandHandler } from '@nestjs/cqrs';
import { episode } from '../episodes/episode.decider.ts';
import { getPresentEpisode } from '../episodes/present-episode.ts';
import { Commands, type Handles } from '../kit/commands.ts';
import { Parsing } from '../kit/process/parsing.ts';
import { Streams } from '../kit/streams.ts';
import { pinForTranscript } from '../vocabulary/pins.ts';
import { readTranscript } from './read-transcript.ts';
import { recordTranscript, versionOfFile } from './record-transcript.ts';
import {
  activateTranscript,
  emptyVersion,
  handwork,
  shownVersion,
  transcript,
  type Version,
} from './transcript.decider.ts';

@CommandHandler(RecordTranscriptText)
export class RecordTranscriptTextHandler implements Handles<RecordTranscriptText> {
  constructor(private readonly streams: Streams) {}

  async execute({ command, context }: RecordTranscriptText): Promise<Outcome> {
    const { episodeUuid } = command;
    await getPresentEpisode(this.streams, episodeUuid);
    const pin = await pinForTranscript(this.streams.log, episodeUuid);

    return this.streams.decide(transcript, episodeUuid, await recordTranscript({ ...command, pin }), context);
  }
}

@CommandHandler(ActivateTranscript)
export class ActivateTranscriptHandler implements Handles<ActivateTranscript> {
  constructor(private readonly streams: Streams) {}

  async execute({ command, context }: ActivateTranscript): Promise<Outcome> {
    const { episodeUuid } = command;
    await getPresentEpisode(this.streams, episodeUuid);
    const pin = await pinForTranscript(this.streams.log, episodeUuid);
    const { outcome } = await this.streams.change(
      transcript,
      episodeUuid,
      (state) => ({ events: activateTranscript(state, { ...command, pin }), result: undefined }),
      context,
    );

    return outcome;
  }
}

@CommandHandler(RecordTranscriptFile)
export class RecordTranscriptFileHandler implements Handles<RecordTranscriptFile> {
  constructor(
    private readonly streams: Streams,
    private readonly commands: Commands,
    private readonly parsing: Parsing,
  ) {}

  async execute({
    command,
    context,
  }: RecordTranscriptFile): Promise<{ outcome: Outcome; answer: TranscriptFileAnswer; versionId: VersionId }> {
    const { episodeUuid, bytes } = command;
    const { facts } = (await this.streams.read(episode, episodeUuid)).state;
    const durationSeconds = facts?.durationSeconds ?? null;
    const durationMs = durationSeconds === null ? null : durationSeconds * 1000;
    const parsed = await readTranscript(this.parsing, { bytes, durationMs });
    const outcome = await this.commands.send(new RecordTranscriptText({ ...command, parsed }, context));
    const { state } = await this.streams.read(transcript, episodeUuid);
    const isNew = outcome.types.includes('TranscriptRecorded');
    const versionId = versionOfFile(episodeUuid, bytes);
    const version = command.activates === false ? state.versions.get(versionId) : shownVersion(state);

    return { outcome, answer: answerOf(version ?? emptyVersion(), parsed.warnings, isNew), versionId };
  }
}

/** `isNew` is false when the file was recorded earlier; people may then have corrected its transcript. */
function answerOf(shown: Version, warnings: readonly string[], isNew: boolean): TranscriptFileAnswer {
  const speakerIds = new Set([...shown.segments.values()].map(({ speakerId }) => speakerId));
  const done = isNew ? null : handwork(shown);
  const kept = done === null ? [] : [`This file was imported before; its transcript ${done} and was kept.`];

  return {
    segments: shown.segments.size,
    speakers: [...speakerIds].filter((id) => id !== null).length,
    warnings: [...warnings, ...kept],
  };
}
