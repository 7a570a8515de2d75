import type { EpisodeUuid } from '../episodes/values.ts';
import { Command } from '../kit/command.ts';
import type { Outcome } from '../kit/outcome.ts';
import type { TranscriptSource } from './events.ts';
import type { SegmentId, VersionId } from './values.ts';
import type { TranscriptFileAnswer } from './views.ts';

export interface TranscriptFile {
  readonly episodeUuid: EpisodeUuid;
  readonly bytes: Uint8Array;
  readonly source: TranscriptSource;
  /** Whether it may replace a transcript that people have corrected. */
  readonly replacesEdits: boolean;
  /** Whether readers see it at once; false records a version that `ActivateTranscript` shows later. Default: true. */
  readonly activates?: boolean;
}

/**
 * Records a transcript file of any known format and shows it. Sending the same file again changes nothing. Answers what is
 * shown afterwards. Refused: transcript-form-unknown, episode-unknown, transcript-edited.
 */
export class RecordTranscriptFile extends Command<
  TranscriptFile,
  { readonly outcome: Outcome; readonly answer: TranscriptFileAnswer; readonly versionId: VersionId }
> {}

/** The content of a transcript file. */
export interface TranscriptText {
  readonly format: string;
  readonly segments: readonly {
    readonly speaker: string | null;
    readonly startMs: number;
    readonly endMs: number;
    readonly text: string;
  }[];
  readonly speakers: readonly string[];
  readonly warnings: readonly string[];
}

/** Records a parsed file as `RecordTranscriptFile` does, for a known episode. Refused: transcript-edited. */
export class RecordTranscriptText extends Command<TranscriptFile & { readonly parsed: TranscriptText }> {}

/** A segment as the editor holds it; undefined: unchanged. */
export interface WrittenSegment {
  readonly segmentId: SegmentId;
  readonly text: string;
  readonly startMs: number | undefined;
  readonly endMs: number | undefined;
  /** Null: the speaker is unknown. */
  readonly speaker: string | null | undefined;
}

export interface WrittenTranscript {
  readonly episodeUuid: EpisodeUuid;
  readonly segments: readonly WrittenSegment[];
  /** Revision of the transcript's stream that the editor loaded; null: the current one. */
  readonly baseRevision: number | null;
}

/** Saves what an editor holds as its differences from what it loaded. Refused: episode-unknown, edit-conflict, invalid. */
export class SaveTranscript extends Command<
  WrittenTranscript,
  { readonly outcome: Outcome; readonly changes: number }
> {}

interface OfVersion {
  readonly episodeUuid: EpisodeUuid;
  readonly versionId: VersionId;
}

/** What a step of the pipeline did to a version. */
export interface StepReport {
  readonly outcome: Outcome;
  /** Such as "Mapped 2 of 3 speakers". */
  readonly sentence: string;
  readonly details: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Shows a recorded version. Changes nothing when it is shown. Refused: version-unknown; transcript-edited when people have
 * corrected the current version after `carriedUpTo`, the revision up to which corrections were carried over.
 */
export class ActivateTranscript extends Command<OfVersion & { readonly carriedUpTo?: number }> {}

/** Gives speakers of a version the names that there is evidence for; never a name without. */
export class MapSpeakers extends Command<OfVersion, StepReport> {}

/** Repairs the times of a version. `durationMs`: of the sound; null: unknown. Refused: timestamps-unusable. */
export class VerifyTimestamps extends Command<OfVersion & { readonly durationMs: number | null }, StepReport> {}

/**
 * Takes the corrections of people from the shown version over to this one, which is not shown yet. What `asked` counts waits
 * for a person, and the version is not shown before. All zero when nobody corrected the shown version. Sent again, it goes on
 * where it stopped. `upTo`: the revision of the transcript's stream up to which corrections were looked at.
 */
export class CarryOverCorrections extends Command<
  OfVersion,
  { readonly placed: number; readonly asked: number; readonly obsolete: number; readonly upTo: number }
> {}
