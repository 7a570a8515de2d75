import { createHash } from 'node:crypto';
import type { EpisodeUuid, SaveConflict } from '@earmark/contracts/episodes';
import { uuidFrom } from '@earmark/contracts/kit';
import { type TranscriptEvent, VersionId, type WrittenSegment } from '@earmark/contracts/transcripts';
import type { Pin } from '@earmark/contracts/vocabulary';
import { APPEND_BYTES, bytesOf, type Appends } from '../kit/decider.ts';
import { Rejected } from '../kit/rejected.ts';
import { inChunks } from './record-transcript.ts';
import { transcriptChanges } from './transcript-changes.ts';
import { compareTranscripts, viewOfWanted } from './transcript-comparison.ts';
import {
  EDITOR_FORM,
  emptyVersion,
  evolveVersion,
  inOrder,
  shownVersion,
  transcript,
  type TranscriptState,
  type Version,
  type VersionEvent,
} from './transcript.decider.ts';

/** Saves a whole transcript as the differences from what the editor loaded. */
export interface TranscriptToSave {
  readonly episodeUuid: EpisodeUuid;
  readonly written: readonly WrittenSegment[];
  /** The state that the editor loaded. */
  readonly base: TranscriptState;
  /** The episode's current pin, or the vocabulary's head when it has none yet; a new version records it. */
  readonly pin: Pin;
  /** The bytes of the metadata of one event. */
  readonly metadataBytes: number;
}

export interface SavedTranscript {
  readonly events: readonly TranscriptEvent[] | Appends<TranscriptEvent>;
  /** The number of changes. */
  readonly result: number;
}

/** Throws Rejected: `edit-conflict` with `conflicts`; `invalid` for impossible segments. */
export function saveTranscript(state: TranscriptState, command: TranscriptToSave): SavedTranscript {
  const { episodeUuid, written, base, pin } = command;
  const now = shownVersion(state) ?? emptyVersion();
  const isOther = base.active !== state.active;
  const comparison = compareTranscripts(shownVersion(base) ?? emptyVersion(), written, now);
  refuse(comparison.conflicts);
  // The editor held nothing of the shown version, so there is no place for a new segment.
  const hasPlace = written.some(({ segmentId }) => now.segments.has(segmentId) || now.deleted.has(segmentId));
  if (isOther && !hasPlace)
    refuse(
      [...comparison.added].map((mine) => ({ ...ONLY_MINE, segmentId: mine.segmentId, mine: viewOfWanted(mine) })),
    );

  const isFirst = state.active === null;
  const versionId = state.active ?? freeVersionId(state, episodeUuid, written);
  const changes = transcriptChanges({ episodeUuid, versionId }, comparison, now);
  if (changes.length === 0 || (!isFirst && bytesOf(changes, command.metadataBytes) < APPEND_BYTES))
    return { events: changes, result: changes.length };

  const result = changed(now, changes);
  const recorded = transcript.decide(state, {
    episodeUuid,
    versionId: isFirst ? versionId : freeVersionId(state, episodeUuid, [state.active, inOrder(result)]),
    source: now.source ?? 'upload',
    form: EDITOR_FORM,
    chunks: inChunks(inOrder(result)),
    speakers: Array.from(result.speakers, ([speakerId, name]) => ({ speakerId, name })),
    warnings: [],
    pin,
    replacesEdits: true,
  });

  return { events: recorded, result: changes.length };
}

const ONLY_MINE = { base: null, theirs: null };

function refuse(conflicts: readonly SaveConflict[]): void {
  if (conflicts.length === 0) return;
  const what = conflicts.length === 1 ? 'a segment' : `${conflicts.length} segments`;
  throw new Rejected(
    'edit-conflict',
    `Nothing was saved: somebody else has changed ${what} that you changed, too. Choose which change to keep.`,
    { conflicts },
  );
}

/** The same content after the same version gets the same id, so that an interrupted recording can resume. */
function freeVersionId(state: TranscriptState, episodeUuid: EpisodeUuid, content: unknown): VersionId {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  for (let number = 1; ; number++) {
    const versionId = uuidFrom(episodeUuid, number === 1 ? hash : `${hash}#${number}`, VersionId);
    // A recorded version may have been edited since.
    if (!state.versions.get(versionId)?.recorded) return versionId;
  }
}

/** The version after the events. Does not change the given one. */
function changed(version: Version, events: readonly VersionEvent[]): Version {
  const copy: Version = {
    ...version,
    segments: new Map(version.segments),
    deleted: new Map(version.deleted),
    speakers: new Map(version.speakers),
  };
  for (const event of events) evolveVersion(copy, event);

  return copy;
}
