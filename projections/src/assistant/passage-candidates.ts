import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Library, SearchedEpisodeFacts } from '../advanced-search/library.ts';
import {
  countSegments,
  eachSegment,
  emptySet,
  hasSegment,
  intersect,
  unite,
  type SegmentSet,
} from '../advanced-search/segment-set.ts';
import type { TimeBudget } from '../advanced-search/time-budget.ts';

/** Something that an answer should have. */
export interface Wanted {
  /** Segments with it. */
  readonly found: SegmentSet;
  /** Numbers of the speakers whose name it is. */
  readonly speakers: ReadonlySet<number>;
  /** Episodes with it in their title or podcast. */
  readonly titled: ReadonlySet<string>;
  readonly weight: number;
}

export interface Weighed extends Wanted {
  /** Its weight times how rare it is. */
  readonly worth: number;
}

/** A place of an episode around which much of what is wanted stands. */
export interface Candidate {
  readonly episode: SearchedEpisodeFacts;
  readonly place: number;
  /** How many segments before and after belong to it. */
  readonly reach: number;
  /** 0 to 1: the share of what is wanted, by worth. */
  readonly score: number;
}

/** A passage and what surrounds it. */
const AROUND_MS = 12_000;
const FARTHEST = 40;
/** Of the segments of a library; what is more frequent finds passages only together with something rarer. */
const COMMON = 0.03;
const MOST_EXAMINED = 8000;
/** Then everybody else has a turn. */
const TURN_MS = 4;
const BY_TITLE = 0.6;
const BESIDE = 0.75;
const FARTHER = 0.45;

export function weigh(library: Library, all: readonly Wanted[]): Weighed[] {
  const total = library.episodes.reduce((sum, { segments }) => sum + segments, 0);

  return all.map((one) => {
    const count = countSegments(one.found);
    const isWho = one.speakers.size > 0;

    return {
      ...one,
      worth: one.weight * Math.log(1 + (total + 1) / ((isWho ? Math.max(count, total / 2000) : count) + 0.5)),
    };
  });
}

/** The best places in the episodes that `isInScope`, best first; those of one episode do not overlap. */
export async function listCandidates(
  library: Library,
  wanted: readonly Weighed[],
  isInScope: (episode: SearchedEpisodeFacts) => boolean,
  { most, perEpisode }: { most: number; perEpisode: number },
  budget: TimeBudget,
): Promise<Candidate[]> {
  const all = wanted.reduce((sum, { worth }) => sum + worth, 0);
  if (all === 0) return [];
  const scoped = library.episodes.filter(isInScope);
  const segments = scoped.reduce((sum, one) => sum + one.segments, 0);
  const rareFirst = wanted
    .map((one) => ({ one, count: countIn(scoped, one.found) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.count - b.count);
  const rare = rareFirst.filter(({ count }, index) => index === 0 || count <= Math.max(2000, segments * COMMON));
  const seen = new Set<number>();
  const found: Candidate[] = [];
  const context = new Map<SearchedEpisodeFacts, EpisodeContext>();
  let since = performance.now();
  budget.resume();
  // Where most of it comes together is looked at first: there may be too much to look at everything.
  for (const seeds of [...together(wanted, library.bits), ...rare.map(({ one }) => one.found)]) {
    for (const episode of scoped) {
      if (seen.size >= MOST_EXAMINED) break;
      const own = seeds.subarray(episode.firstBit >> 5, (episode.firstBit + episode.segments + 31) >> 5);
      if (isEmpty(own)) continue;
      const near = context.get(episode) ?? contextOf(episode, wanted);
      context.set(episode, near);
      if (performance.now() - since > TURN_MS) {
        budget.check();
        await nextTurn();
        budget.resume();
        since = performance.now();
      }
      eachSegment(own, (place) => {
        const bit = episode.firstBit + place;
        if (seen.has(bit)) return true;
        seen.add(bit);
        found.push({ episode, place, reach: near.reach, score: scoreAt(episode, place, near, wanted) / all });

        return seen.size < MOST_EXAMINED;
      });
    }
    budget.check();
  }

  return apart(found, most, perEpisode);
}

/** Segments with something wanted where all of it stands nearby, then all but one, down to two. */
function together(wanted: readonly Weighed[], bits: number): SegmentSet[] {
  const any = emptySet(bits);
  const atLeast = wanted.map(() => emptySet(bits));
  for (const [index, { found }] of wanted.entries()) {
    unite(any, found);
    const near = widened(widened(found));
    for (let count = Math.min(index, wanted.length - 1); count > 0; count -= 1) {
      const [more, fewer] = [atLeast[count]!, atLeast[count - 1]!];
      for (let at = 0; at < more.length; at += 1) more[at]! |= fewer[at]! & near[at]!;
    }
    if (atLeast.length > 0) unite(atLeast[0]!, near);
  }

  return atLeast
    .slice(1)
    .reverse()
    .map((set) => intersect(set, any));
}

/** With the segments before and after each. */
function widened(set: SegmentSet): SegmentSet {
  const wide = new Uint32Array(set.length);
  for (let at = 0; at < set.length; at += 1) {
    const own = set[at]!;
    wide[at] = own | (own << 1) | (own >>> 1) | ((set[at - 1] ?? 0) >>> 31) | ((set[at + 1] ?? 0) << 31);
  }

  return wide;
}

interface EpisodeContext {
  readonly reach: number;
  /** Of each thing wanted: 0, or what it counts everywhere in the episode. */
  readonly everywhere: readonly number[];
}

function contextOf(episode: SearchedEpisodeFacts, wanted: readonly Weighed[]): EpisodeContext {
  const { startsMs, segments } = episode;
  const average = segments < 2 ? 0 : (startsMs[segments - 1]! - startsMs[0]!) / (segments - 1);
  const reach = average <= 0 ? 1 : Math.min(FARTHEST, Math.max(1, Math.round(AROUND_MS / average)));

  return { reach, everywhere: wanted.map(({ titled }) => (titled.has(episode.uuid) ? BY_TITLE : 0)) };
}

function scoreAt(
  episode: SearchedEpisodeFacts,
  place: number,
  { reach, everywhere }: EpisodeContext,
  wanted: readonly Weighed[],
): number {
  let score = 0;
  for (let index = 0; index < wanted.length; index += 1) {
    const { found, speakers, worth } = wanted[index]!;
    let best = everywhere[index]!;
    for (let step = 0; step <= reach && best < 1; step += 1) {
      const counts = step === 0 ? 1 : BESIDE - ((BESIDE - FARTHER) * (step - 1)) / Math.max(1, reach - 1);
      if (counts <= best) break;
      if (isAt(episode, place - step, found, speakers) || isAt(episode, place + step, found, speakers)) best = counts;
    }
    score += best * worth;
  }

  return score;
}

const isAt = (
  { firstBit, segments, speakers: own }: SearchedEpisodeFacts,
  place: number,
  found: SegmentSet,
  speakers: ReadonlySet<number>,
): boolean =>
  place >= 0 &&
  place < segments &&
  (hasSegment(found, firstBit + place) || (speakers.size > 0 && speakers.has(own[place]!)));

function apart(found: Candidate[], most: number, perEpisode: number): Candidate[] {
  // The order of the transcript decides between equals, so that answers do not vary.
  found.sort((a, b) => b.score - a.score || a.episode.firstBit - b.episode.firstBit || a.place - b.place);
  const kept: Candidate[] = [];
  const byEpisode = new Map<string, Candidate[]>();
  for (const one of found) {
    if (kept.length === most) break;
    const own = byEpisode.get(one.episode.uuid) ?? [];
    if (own.length >= perEpisode || own.some(({ place }) => Math.abs(place - one.place) <= one.reach)) continue;
    own.push(one);
    byEpisode.set(one.episode.uuid, own);
    kept.push(one);
  }

  return kept;
}

export function countIn(episodes: readonly SearchedEpisodeFacts[], set: SegmentSet): number {
  let count = 0;
  for (const { firstBit, segments } of episodes)
    count += countSegments(set.subarray(firstBit >> 5, (firstBit + segments + 31) >> 5));

  return count;
}

function isEmpty(set: SegmentSet): boolean {
  for (let index = 0; index < set.length; index += 1) if (set[index] !== 0) return false;

  return true;
}
