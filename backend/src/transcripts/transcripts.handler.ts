import type { TranscriptFileAnswer, TranscriptSource } from '@earmark/contracts/transcripts';
import type { Pin } from '@earmark/contracts/vocabulary';
import { episode } from '../episodes/episode.decider.ts';
import { baseOf, versionKnown } from '../episode-page/version.ts';
import type { Saved } from '../episode-page/saved-answer.ts';
import { metadataBytesOf, type Context } from '../kit/context.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams, type Outcome } from '../kit/streams.ts';
import { headPin, pinInForce } from '../vocabulary/pins.ts';
import { parseTranscript, TranscriptFormatUnknown, type ParsedTranscript } from './formats/parse-transcript.ts';
import { recordTranscript } from './record-transcript.ts';
import { saveTranscript } from './save-transcript.ts';
import {
  emptyVersion,
  handwork,
  shownVersion,
  transcript,
  type TranscriptState,
  type Version,
} from './transcript.decider.ts';
import type { WrittenSegment } from './written-segments.ts';
import { Injectable } from '@nestjs/common';

@Injectable()
export class TranscriptsHandler {
  constructor(private readonly streams: Streams) {}

  /**
   * Records a transcript file of any known format and shows it, in the place of one that people have corrected only with
   * `replacesEdits`. The same file again changes nothing. Answers what is shown then.
   * Throws Rejected: transcript-form-unknown, episode-unknown, transcript-edited.
   */
  async recordFile(
    episodeUuid: string,
    bytes: Uint8Array,
    source: TranscriptSource,
    context: Context,
    replacesEdits = false,
  ): Promise<{ outcome: Outcome; answer: TranscriptFileAnswer }> {
    const { facts } = (await this.streams.read(episode, episodeUuid)).state;
    const durationSeconds = facts?.durationSeconds ?? null;
    const parsed = parse(bytes, durationSeconds === null ? null : durationSeconds * 1000);
    if (!facts) throw new Rejected('episode-unknown', `There is no episode ${episodeUuid}.`);
    const outcome = await this.recordParsed(episodeUuid, bytes, parsed, source, context, replacesEdits);
    const { state } = await this.streams.read(transcript, episodeUuid);
    const isNew = outcome.types.includes('TranscriptRecorded');

    return { outcome, answer: answerOf(shownVersion(state) ?? emptyVersion(), parsed.warnings, isNew) };
  }

  /**
   * Saves what an editor holds, as the differences from what it loaded: `ifMatch` names it; left out: what is there now. Throws Rejected: episode-unknown, edit-conflict, invalid.
   */
  async save(
    episodeUuid: string,
    segments: readonly WrittenSegment[],
    ifMatch: string | undefined,
    context: Context,
  ): Promise<Saved> {
    const { state } = await this.streams.read(episode, episodeUuid);
    const version = await baseOf(this.streams.log, episodeUuid, ifMatch);
    const { transcriptRevision: baseRevision } = version;
    if (!state.facts) throw new Rejected('episode-unknown', `There is no episode ${episodeUuid}.`);
    const metadataBytes = metadataBytesOf(context);

    // Mostly the base is what is there now, and a save needs no pin: both are looked up when the rule asks for them.
    let base: TranscriptState | null = null;
    let pin: Pin | null = null;
    for (;;) {
      let revision = -1;
      const { outcome, result } = await this.streams.change(
        transcript,
        episodeUuid,
        (now, at) => {
          revision = at;
          const loaded = ifMatch === undefined || baseRevision === at ? now : base;
          return saveTranscript(now, { episodeUuid, written: segments, base: loaded, pin, metadataBytes });
        },
        context,
      );
      if ('changes' in result)
        return {
          outcome,
          changes: result.changes,
          version: versionKnown(version, {
            part: 'transcriptRevision',
            before: revision,
            after: revision + outcome.eventIds.length,
          }),
        };
      if (result.missing === 'pin') pin = await this.pinFor(episodeUuid);
      else base = await this.streams.readAt(transcript, episodeUuid, baseRevision);
    }
  }

  private async pinFor(episodeUuid: string): Promise<Pin> {
    return (await pinInForce(this.streams.log, episodeUuid)) ?? (await headPin(this.streams.log));
  }

  async recordParsed(
    episodeUuid: string,
    bytes: Uint8Array,
    parsed: ParsedTranscript,
    source: TranscriptSource,
    context: Context,
    replacesEdits = false,
  ): Promise<Outcome> {
    const pin = await this.pinFor(episodeUuid);
    const command = recordTranscript({ episodeUuid, bytes, parsed, source, pin, replacesEdits });

    return this.streams.decide(transcript, episodeUuid, command, context);
  }
}

/** Throws Rejected `transcript-form-unknown`, whose message names what was seen. */
export function parse(bytes: Uint8Array, durationMs: number | null): ParsedTranscript {
  try {
    return parseTranscript(bytes, { durationMs });
  } catch (error) {
    if (error instanceof TranscriptFormatUnknown) throw new Rejected('transcript-form-unknown', error.message);
    throw error;
  }
}

/** `isNew`: the file was recorded now; else people may have corrected its transcript since. */
function answerOf(shown: Version, warnings: readonly string[], isNew: boolean): TranscriptFileAnswer {
  const speakerIds = new Set([...shown.segments.values()].map(({ speakerId }) => speakerId));
  const done = isNew ? null : handwork(shown);
  const kept = done === null ? [] : [`This file was recorded before; its transcript ${done} and stays.`];

  return {
    segments: shown.segments.size,
    speakers: [...speakerIds].filter((id) => id !== null).length,
    warnings: [...warnings, ...kept],
  };
}
