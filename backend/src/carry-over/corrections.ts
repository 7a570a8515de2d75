import { diffArrays } from 'diff';
import type { CorrectionKind } from '@earmark/contracts/carry-over';
import type { EventId } from '@earmark/contracts/kit';
import type { RecordedSegment, SegmentId, SpeakerId } from '@earmark/contracts/transcripts';
import { speakerLabel } from '../transcripts/speaker-changes.ts';
import { inOrder, type Version } from '../transcripts/transcript.decider.ts';
import { causeOf, type CorrectedVersion } from './corrected-version.ts';
import { WordList, type Word } from './words.ts';

/** What people changed in the end about one thing, against what machines wrote. */
export interface Correction {
  readonly kind: CorrectionKind;
  /** Null: of many, or of none that stands alone. */
  readonly cause: EventId | null;
  /** The segments as machines wrote them, and as people left them, in order. */
  readonly before: readonly RecordedSegment[];
  readonly after: readonly RecordedSegment[];
  /** All that people made of `before`: more than `after`, where it is about one of several. */
  readonly passage: readonly RecordedSegment[];
  /** Of kind `name`. */
  readonly speakerId: SpeakerId | null;
}

/** Segments of both sides that hold the same passage. */
interface Passage {
  readonly before: RecordedSegment[];
  readonly after: RecordedSegment[];
}

/** In the order in which they are to be carried over: names first, which later ones refer to. */
export function correctionsOf(version: CorrectedVersion): Correction[] {
  const passages = passagesOf(version);
  const { base, corrected } = version;
  const whole = passages.filter(({ before, after }) => before.length > 0 && after.length > 0);
  const change = (kind: CorrectionKind, passage: Passage, cause: EventId | null): Correction => ({
    kind,
    cause,
    ...passage,
    passage: passage.after,
    speakerId: null,
  });
  const last = (what: (segmentId: SegmentId) => string, { before, after }: Passage): EventId | null =>
    [...after, ...before].map(({ segmentId }) => version.causes.get(what(segmentId))).find((id) => id !== undefined) ??
    null;

  return [
    ...namesOf(version),
    ...whole
      .filter((passage) => hunksOf(passage).length > 0)
      .map((passage) => change('text', passage, last(causeOf.text, passage))),
    ...passages.flatMap(({ before, after }) =>
      before.length === 0
        ? after.map((segment) => one('added', { before: [], after: [segment] }))
        : after.length === 0
          ? before.map((segment) => one('deleted', { before: [segment], after: [] }))
          : [],
    ),
    ...whole
      .filter(({ before, after }) => before.length !== after.length)
      .map((passage) =>
        change(passage.after.length > passage.before.length ? 'split' : 'joined', passage, last(causeOf.text, passage)),
      ),
    ...whole.flatMap(({ before, after }) =>
      after
        .filter((segment) => isReassigned(base, before, corrected, segment))
        .map((segment) => {
          const cause = version.causes.get(causeOf.speaker(segment.segmentId)) ?? null;
          return { ...change('speaker', { before, after: [segment] }, cause), passage: after };
        }),
    ),
    ...whole
      .filter((passage) => isRetimed(passage))
      .map((passage) => change('times', passage, last(causeOf.times, passage))),
  ];

  function one(kind: CorrectionKind, passage: Passage): Correction {
    return change(kind, passage, last(causeOf.text, passage));
  }
}

/** In the order of the corrected version; deleted ones at the end. */
function passagesOf({ base, corrected, kin }: CorrectedVersion): Passage[] {
  const passages = new Map<string, Passage>();
  const keyOf = ({ segmentId }: RecordedSegment) => kin.get(segmentId) ?? segmentId;
  const put = (side: keyof Passage, segment: RecordedSegment) => {
    const key = keyOf(segment);
    const known = passages.get(key) ?? { before: [], after: [] };
    passages.set(key, known);
    known[side].push(segment);
  };
  for (const segment of inOrder(corrected)) put('after', segment);
  for (const segment of inOrder(base)) put('before', segment);

  // What was cut and joined again is as many passages as before.
  return [...passages.values()].flatMap((passage) => {
    const { before, after } = passage;
    const isAsBefore =
      before.length === after.length && before.every(({ segmentId }, index) => segmentId === after[index]!.segmentId);
    return isAsBefore ? before.map((segment, index) => ({ before: [segment], after: [after[index]!] })) : [passage];
  });
}

/** Words that were replaced: `[from, to)` of the passage before, by `words`. */
export interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly words: readonly Word[];
  /** Words without others before them stand at the beginning of a segment. */
  readonly isAtStart: boolean;
}

export function hunksOf({ before, after }: Pick<Correction, 'before' | 'after'>): Hunk[] {
  const [old, now] = [new WordList(before), new WordList(after)];
  const changes = diffArrays(
    old.words.map(({ text }) => text),
    now.words.map(({ text }) => text),
  );
  const hunks: Hunk[] = [];
  let [from, to, start, end] = [0, 0, 0, 0];
  const close = () => {
    if (to > from || end > start)
      hunks.push({ from, to, words: now.words.slice(start, end), isAtStart: now.starts.includes(start) });
  };
  for (const { added, removed, count } of changes) {
    if (removed) to += count;
    else if (added) end += count;
    else {
      close();
      from = to += count;
      start = end += count;
    }
  }
  close();

  return hunks;
}

export const labelIn = ({ speakers }: Version, speakerId: SpeakerId | null): string | null =>
  speakerId === null ? null : speakerLabel(speakers.get(speakerId));

function namesOf({ base, corrected, causes }: CorrectedVersion): Correction[] {
  return [...base.speakers.keys()].flatMap((speakerId): Correction[] => {
    if (labelIn(base, speakerId) === labelIn(corrected, speakerId)) return [];
    const cause = causes.get(causeOf.name(speakerId)) ?? null;
    const own = (version: Version) => inOrder(version).filter((segment) => segment.speakerId === speakerId);

    return [{ kind: 'name', cause, before: own(base), after: own(corrected), passage: [], speakerId }];
  });
}

/** Whether a segment has another speaker than the passage had, and not only another name for the same one. */
function isReassigned(
  base: Version,
  before: readonly RecordedSegment[],
  corrected: Version,
  { speakerId, startMs }: RecordedSegment,
): boolean {
  const former = (before.findLast((segment) => segment.startMs <= startMs) ?? before[0]!).speakerId;

  return former !== speakerId && labelIn(corrected, former) !== labelIn(corrected, speakerId);
}

const isRetimed = ({ before, after }: Passage): boolean =>
  before[0]!.startMs !== after[0]!.startMs || before.at(-1)!.endMs !== after.at(-1)!.endMs;

/** By word of `after`, its place in `before`; -1: it is new. */
export function keptWords(before: readonly Word[], after: readonly Word[]): number[] {
  const kept: number[] = [];
  let place = 0;
  for (const { added, removed, count } of diffArrays(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
  )) {
    for (let index = 0; index < count && !removed; index++) kept.push(added ? -1 : place + index);
    if (!added) place += count;
  }

  return kept;
}
