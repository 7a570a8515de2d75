import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type {
  RecordedSegment,
  SegmentId,
  SpeakerId,
  TranscriptEvent,
  TranscriptSource,
  VersionId,
} from '@earmark/contracts/transcripts';
import type { Pin } from '@earmark/contracts/vocabulary';
import { Appends, type Decider, type Recorded } from '../kit/decider.ts';
import { Rejected } from '../kit/rejected.ts';

export interface Version {
  chunks: Set<number>;
  recorded: boolean;
  /** Where the version came from; null before it is recorded. */
  source: TranscriptSource | null;
  /** By id, in no particular order. */
  segments: Map<SegmentId, RecordedSegment>;
  /** Deleted segments in their last state. */
  deleted: Map<SegmentId, RecordedSegment>;
  /** Names by speaker id. */
  speakers: Map<SpeakerId, string>;
  /** Whether it was written entirely in the editor. */
  byHand: boolean;
  /** Ids of the events by which people corrected it, without those that were undone. */
  edits: Set<string>;
  /** Revision of the last event that was one, or undid one; -1: none. */
  editedAt: number;
  /** The id of each event that undoes something → the edit at the end of its chain. */
  undone: Map<string, string>;
}

export interface TranscriptState {
  versions: Map<VersionId, Version>;
  active: VersionId | null;
}

/** Records a version in chunks and shows it. A second attempt continues where an interrupted one stopped. */
export interface RecordTranscript {
  readonly episodeUuid: EpisodeUuid;
  readonly versionId: VersionId;
  readonly source: TranscriptSource;
  readonly form: string;
  readonly chunks: readonly (readonly RecordedSegment[])[];
  readonly speakers: readonly { speakerId: SpeakerId; name: string }[];
  readonly warnings: readonly string[];
  /** The episode's current pin, or the vocabulary's head when it has none yet. */
  readonly pin: Pin;
  /** May replace a version that people have corrected. */
  readonly replacesEdits: boolean;
  /** Whether it is shown at once. Default: true. */
  readonly activates?: boolean;
}

/** What no person corrected; nor is its undo a correction. */
const BY_MACHINES: ReadonlySet<TranscriptEvent['type']> = new Set([
  'SegmentsRecorded',
  'TranscriptRecorded',
  'SpeakersMapped',
  'TimestampsVerified',
]);

/** The format of a version that was written in the editor. */
export const EDITOR_FORM = 'editor';

/** Whether an event of a version is the work of people, perhaps carried over by the pipeline from an earlier version. */
export const isHandwork = ({ type }: VersionEvent): boolean => !BY_MACHINES.has(type);

export const emptyVersion = (): Version => ({
  chunks: new Set(),
  recorded: false,
  source: null,
  segments: new Map(),
  deleted: new Map(),
  speakers: new Map(),
  byHand: false,
  edits: new Set(),
  editedAt: -1,
  undone: new Map(),
});

const versionOf = (state: TranscriptState, versionId: VersionId): Version => {
  const known = state.versions.get(versionId) ?? emptyVersion();
  state.versions.set(versionId, known);

  return known;
};

/** Measured with a transcript of 5,536 cues: objects, keys and texts. */
const BYTES_PER_SEGMENT = 700;

/** The version that is shown, or null. */
export const shownVersion = (state: TranscriptState): Version | null =>
  state.active === null ? null : (state.versions.get(state.active) ?? null);

/** The segments in the order in which they are shown. */
export const inOrder = ({ segments }: Version): RecordedSegment[] =>
  [...segments.values()].sort((a, b) => {
    if (a.orderKey === b.orderKey) return a.segmentId < b.segmentId ? -1 : 1;
    return a.orderKey < b.orderKey ? -1 : 1;
  });

export const transcript: Decider<TranscriptState, RecordTranscript, TranscriptEvent> = {
  category: 'transcript',
  initial: () => ({ versions: new Map(), active: null }),
  bytes: (state) => {
    let segments = 0;
    for (const version of state.versions.values()) segments += version.segments.size + version.deleted.size;
    return BYTES_PER_SEGMENT * segments;
  },
  evolve: (state, event) => {
    if (event.type === 'TranscriptActivated') {
      state.active = event.data.versionId;
      return state;
    }
    const version = versionOf(state, event.data.versionId);
    evolveVersion(version, event);
    if (isHandwork(event)) tallyEdit(version, event);
    return state;
  },
  decide: (state, command) => {
    const { episodeUuid, versionId, chunks, pin, activates = true } = command;
    if (state.active === versionId) return [];
    if (activates && !command.replacesEdits) assertUnedited(shownVersion(state));
    const known = state.versions.get(versionId);
    const activated: TranscriptEvent[] = activates
      ? [{ type: 'TranscriptActivated', data: { episodeUuid, versionId, replaced: state.active, pin } }]
      : [];
    if (known?.recorded) return activated;

    const missing = chunks.flatMap((segments, chunk): TranscriptEvent[] =>
      known?.chunks.has(chunk)
        ? []
        : [{ type: 'SegmentsRecorded', data: { episodeUuid, versionId, chunk, segments: [...segments] } }],
    );
    const recorded: TranscriptEvent = {
      type: 'TranscriptRecorded',
      data: {
        episodeUuid,
        versionId,
        source: command.source,
        form: command.form,
        speakers: [...command.speakers],
        chunks: chunks.length,
        segments: chunks.reduce((sum, segments) => sum + segments.length, 0),
        warnings: [...command.warnings],
      },
    };

    // One event of up to 256 KB per append, because together they could exceed the log's limit. A small transcript is
    // one append.
    return missing.length === 1
      ? [...missing, recorded, ...activated]
      : new Appends([...missing.map((event) => [event]), [recorded, ...activated]]);
  },
};

/** Throws Rejected `version-unknown`. */
export function recordedVersion(state: TranscriptState, versionId: VersionId): Version {
  const version = state.versions.get(versionId);
  if (!version?.recorded)
    throw new Rejected('version-unknown', 'This version of the transcript was never recorded as a whole.');

  return version;
}

/** Shows a recorded version. Throws Rejected `version-unknown`, `transcript-edited`. */
export function activateTranscript(
  state: TranscriptState,
  command: { episodeUuid: EpisodeUuid; versionId: VersionId; pin: Pin; carriedUpTo?: number },
): TranscriptEvent[] {
  const { episodeUuid, versionId, pin, carriedUpTo = Infinity } = command;
  if (state.active === versionId) return [];
  recordedVersion(state, versionId);
  if ((shownVersion(state)?.editedAt ?? -1) > carriedUpTo)
    throw new Rejected('transcript-edited', 'The transcript was corrected in the meantime. Try again.');

  return [{ type: 'TranscriptActivated', data: { episodeUuid, versionId, replaced: state.active, pin } }];
}

function tallyEdit(version: Version, { id, reverts, revision }: Recorded): void {
  const { edits, undone } = version;
  version.editedAt = revision;
  const edit = reverts === null ? id : (undone.get(reverts) ?? reverts);
  if (reverts !== null) undone.set(id, edit);
  if (!edits.delete(edit)) edits.add(edit);
}

/** What people did to a version, as a clause after "This transcript"; null when they did nothing. */
export function handwork({ byHand, edits }: Version): string | null {
  if (edits.size > 0) return `has ${edits.size} ${edits.size === 1 ? 'correction' : 'corrections'} by people`;

  return byHand ? 'was written by people' : null;
}

/** Throws Rejected `transcript-edited`. */
function assertUnedited(shown: Version | null): void {
  const done = shown && handwork(shown);
  if (done)
    throw new Rejected(
      'transcript-edited',
      `This transcript ${done}; to replace it anyway, upload the file with ?replaceEdits=true.`,
    );
}

export type VersionEvent = Exclude<TranscriptEvent, { type: 'TranscriptActivated' }>;

export function evolveVersion(version: Version, event: VersionEvent): void {
  const { segments, deleted, speakers } = version;
  const put = (segment: RecordedSegment) => {
    segments.set(segment.segmentId, segment);
    deleted.delete(segment.segmentId);
  };
  const change = (segmentId: SegmentId, changes: Partial<RecordedSegment>) =>
    segments.set(segmentId, { ...segments.get(segmentId)!, ...changes });
  const remove = (segment: RecordedSegment) => {
    segments.delete(segment.segmentId);
    deleted.set(segment.segmentId, segment);
  };
  switch (event.type) {
    case 'SegmentsRecorded':
      version.chunks.add(event.data.chunk);
      event.data.segments.forEach(put);
      break;
    case 'TranscriptRecorded':
      version.recorded = true;
      version.source = event.data.source;
      version.byHand = event.data.form === EDITOR_FORM;
      for (const { speakerId, name } of event.data.speakers) speakers.set(speakerId, name);
      break;
    case 'SegmentEdited':
      change(event.data.segmentId, { text: event.data.to });
      break;
    case 'SegmentRetimed':
      change(event.data.segmentId, event.data.to);
      break;
    case 'SegmentAdded':
      if (event.data.speaker) speakers.set(event.data.speaker.speakerId, event.data.speaker.name);
      put(event.data.segment);
      break;
    case 'SegmentDeleted':
      remove(event.data.segment);
      break;
    case 'SegmentRestored':
      put(event.data.segment);
      break;
    case 'SegmentSplit':
      event.data.after.forEach(put);
      break;
    case 'SegmentsMerged':
      put(event.data.after);
      remove(event.data.before[1]);
      break;
    case 'SpeakerRenamed':
      speakers.set(event.data.speakerId, event.data.to);
      break;
    case 'SegmentsReassigned':
      for (const { speakerId, name } of event.data.speakers) speakers.set(speakerId, name);
      for (const { segmentId, to } of event.data.segments) change(segmentId, { speakerId: to });
      break;
    case 'SpeakersMapped':
      for (const { speakerId, to } of event.data.mappings) speakers.set(speakerId, to);
      break;
    case 'TimestampsVerified':
      for (const repair of event.data.repairs)
        switch (repair.kind) {
          case 'retimed':
            change(repair.segmentId, repair.to);
            break;
          case 'split':
            repair.after.forEach(put);
            break;
          case 'merged':
            put(repair.after);
            remove(repair.before[1]);
            break;
        }
      break;
  }
}
