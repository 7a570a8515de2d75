import type { SegmentId, SpeakerId } from '@earmark/contracts/transcripts';
import { isGenericLabel } from '../transcripts/formats/speaker-names.ts';
import type { CorrectedVersion } from './corrected-version.ts';
import { keptWords, labelIn, type Correction } from './corrections.ts';
import type { Draft } from './draft.ts';
import type { Places } from './placing.ts';
import { WordList } from './words.ts';

/** How much of what one speaker says in one version has to be said by one in the other. */
const MOST = 0.8;
/** How much of a segment's words have to be those of the one that got another speaker. */
const ALMOST_ALL = 0.9;
/** How much of it both versions have to hold at all, and in how many words. */
const ENOUGH = 0.3;
const FEWEST_WORDS = 5;

/** Who says what in both versions, counted in words that both have. */
export class Voices {
  /** By speaker of the old version as machines had it: words by speaker of the new one. */
  private readonly shared = new Map<SpeakerId, Map<SpeakerId | null, number>>();
  /** By speaker of the new version: words by the name that people left. */
  private readonly names = new Map<SpeakerId, Map<string | null, number>>();
  /** The same by the old speaker as machines had it. */
  private readonly heard = new Map<SpeakerId, Map<SpeakerId | null, number>>();
  private readonly total = new Map<SpeakerId, number>();

  constructor(places: Places, version: CorrectedVersion) {
    const { old, now, at } = places.alignment;
    for (const [word, index] of old.segmentOf.entries()) {
      const { segmentId, speakerId } = old.segments[index]!;
      if (speakerId !== null) add(this.total, speakerId);
      const there = at[word]!;
      if (there < 0) continue;
      const other = now.segments[now.segmentOf[there]!]!.speakerId;
      const kept = version.corrected.segments.get(segmentId);
      if (speakerId !== null) add(mapOf(this.shared, speakerId), other);
      const name = labelIn(version.corrected, kept ? kept.speakerId : speakerId);
      if (other === null) continue;
      add(mapOf(this.names, other), name);
      add(mapOf(this.heard, other), speakerId);
    }
  }

  /** The speakers of the new version who are surely the one of this name, as people left it; null: not enough is. */
  named(speakerId: SpeakerId, name: string | null): SpeakerId[] | null {
    return this.those(speakerId, this.names, name);
  }

  /** The speakers of the new version whom machines heard as this one before; null: not enough is. */
  heardAs(speakerId: SpeakerId): SpeakerId[] | null {
    return this.those(speakerId, this.heard, speakerId);
  }

  private those<Who>(
    speakerId: SpeakerId,
    by: ReadonlyMap<SpeakerId, ReadonlyMap<Who, number>>,
    who: Who,
  ): SpeakerId[] | null {
    const shared = this.shared.get(speakerId) ?? new Map<SpeakerId | null, number>();
    const words = sum(shared);
    if (words < FEWEST_WORDS || words < ENOUGH * (this.total.get(speakerId) ?? 0)) return null;
    const own = [...shared.keys()].filter((other): other is SpeakerId => {
      const parts = other === null ? undefined : by.get(other);
      return parts !== undefined && (parts.get(who) ?? 0) >= MOST * sum(parts);
    });

    return own.reduce((part, other) => part + shared.get(other)!, 0) >= MOST * words ? own : null;
  }

  /** The speaker of the new version who says most of what this one says; null: none. */
  likely(speakerId: SpeakerId): SpeakerId | null {
    const shared = [...(this.shared.get(speakerId) ?? [])].filter(([other]) => other !== null);

    return shared.sort(([, one], [, other]) => other - one)[0]?.[0] ?? null;
  }
}

/** The speakers to rename; null: a person has to decide. */
export function renamed(
  voices: Voices,
  draft: Draft,
  version: CorrectedVersion,
  speakerId: SpeakerId,
): SpeakerId[] | null {
  const [was, wanted] = [labelIn(version.base, speakerId), labelIn(version.corrected, speakerId)];
  const own = voices.named(speakerId, wanted);
  if (own === null || wanted === null) return null;
  const differing = own.filter((other) => labelIn(draft.version, other) !== wanted);
  const isOpen = differing.every((other) => {
    const label = labelIn(draft.version, other);
    return label === was || isGeneric(label);
  });

  return isOpen ? differing : null;
}

/** True for a name that a machine gave. */
const isGeneric = (label: string | null): boolean => label === null || label === '' || isGenericLabel(label);

export type Reassignment = {
  readonly segmentIds: SegmentId[];
  readonly to: { id: SpeakerId } | { label: string | null };
};

/** The new segments with just these words get the speaker that people gave; null: a person has to decide. */
export function reassigned(
  places: Places,
  voices: Voices,
  draft: Draft,
  version: CorrectedVersion,
  correction: Correction,
): Reassignment | null {
  const {
    before,
    after: [segment],
  } = correction;
  const segmentIds = wholeSegments(places, draft, ownWords(places, correction));
  if (segmentIds === null) return null;
  const { corrected } = version;
  const former = (before.findLast(({ startMs }) => startMs <= segment!.startMs) ?? before[0]!).speakerId;
  const label = labelIn(corrected, segment!.speakerId);
  const others = segmentIds.filter((id) => labelIn(draft.version, draft.version.segments.get(id)!.speakerId) !== label);
  // The new version agrees with what machines had before, or knows no speakers.
  const isAsBefore = others.every((id) => {
    const { speakerId } = draft.version.segments.get(id)!;
    if (speakerId === null || former === null) return speakerId === former || speakerId === null;
    const name = labelIn(draft.version, speakerId);
    return name === labelIn(corrected, former) || voices.heardAs(former)?.includes(speakerId);
  });
  if (!isAsBefore) return null;
  if (label === null || !isGeneric(label)) return { segmentIds: others, to: { label } };
  const [id, ...more] = voices.heardAs(segment!.speakerId!) ?? [];

  return id === undefined || more.length > 0
    ? null
    : { segmentIds: others.filter((one) => draft.version.segments.get(one)!.speakerId !== id), to: { id } };
}

/** The old words of one segment of a passage. */
function ownWords(places: Places, { before, after: [segment], passage }: Correction): number[] {
  const words = places.wordsOf(before);
  if (words === null) return [];
  const list = new WordList(passage);
  const index = passage.findIndex(({ segmentId }) => segmentId === segment!.segmentId);

  return keptWords(places.alignment.old.words.slice(words.from, words.to), list.words)
    .slice(list.starts[index], list.starts[index + 1])
    .filter((word) => word >= 0)
    .map((word) => words.from + word);
}

/** The segments of the new version that hold these old words and hardly others; null: there are none, or others are cut in. */
function wholeSegments(places: Places, draft: Draft, words: readonly number[]): SegmentId[] | null {
  const { at } = places.alignment;
  const known = words.filter((word) => at[word]! >= 0);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || known.length < MOST * words.length) return null;
  if (!places.isSure(first, first) || !places.isSure(last, last)) return null;
  const own = new Map<SegmentId, number>();
  for (const word of known) {
    const holder = draft.holderOf(at[word]!);
    if (holder === null) return null;
    add(own, holder);
  }
  const isWhole = ([segmentId, count]: [SegmentId, number]) => {
    const bounds = draft.boundsOf(segmentId);
    return count >= ALMOST_ALL * (bounds.last - bounds.first + 1);
  };

  return [...own].every(isWhole) ? [...own.keys()] : null;
}

const sum = (counts: ReadonlyMap<unknown, number>): number => [...counts.values()].reduce((all, one) => all + one, 0);

const add = <Key>(counts: Map<Key, number>, key: Key): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

function mapOf<Key, Of>(maps: Map<Key, Map<Of, number>>, key: Key): Map<Of, number> {
  const known = maps.get(key) ?? new Map<Of, number>();
  maps.set(key, known);

  return known;
}
