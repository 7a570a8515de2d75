import { RecentlyUsed } from '../kit/recently-used.ts';
import type { Criteria, SegmentCriteria } from './criteria.ts';
import type { Counted, Scan } from './episode-scanner.ts';
import { scanLibrary } from './library-scan.ts';
import { indexOf } from './mention-facts.ts';
import type { Library, SearchedEpisodeFacts, Small } from './library.ts';
import type { TimeBudget } from './time-budget.ts';
import { addSegment, countSegments, eachSegment, hasSegment, segmentsOf, type SegmentSet } from './segment-set.ts';

/** What was found in an episode. */
export interface EpisodeHits {
  readonly episode: SearchedEpisodeFacts;
  /** Numbers of the entities that are mentioned in a segment found. */
  readonly entities: Int32Array;
  /** Of each: its mentions in the whole episode, by the speakers. */
  readonly counts: Small;
  /** Segments found, from bit 0. */
  readonly passages: SegmentSet;
}

/** Filled anew for each episode. */
let entitiesFound = new Int32Array(256);
let countsFound = new Int32Array(256);

/** Null: nothing was found in the episode. */
export function searchEpisode(
  library: Library,
  episode: SearchedEpisodeFacts,
  { entity, category, speakers }: SegmentCriteria,
  { minMentions, words }: Pick<Criteria, 'minMentions' | 'words'>,
): EpisodeHits | null {
  const isAnything = words === null && entity === null && category === null && speakers === null && minMentions === 1;
  if (isAnything)
    return episode.entities.length === 0
      ? null
      : { episode, entities: episode.entities, counts: episode.counts, passages: NOTHING };
  if (speakers !== null && !episode.ownSpeakers.some((speaker) => speakers.has(speaker))) return null;
  let said = words === null ? null : segmentsOf(words, episode);
  if (said !== null) {
    if (speakers !== null) said = bySpeakers(episode, said, speakers);
    if (isEmpty(said)) return null;
  }
  if (episode.entities.length > entitiesFound.length) {
    entitiesFound = new Int32Array(episode.entities.length * 2);
    countsFound = new Int32Array(episode.entities.length * 2);
  }
  let found = 0;
  const { categoryOf } = library;
  const take = (index: number): void => {
    if (episode.counts[index]! < minMentions) return;
    const one = episode.entities[index]!;
    if (category !== null && categoryOf[one] !== category) return;
    const [from, to] = [index === 0 ? 0 : episode.ends[index - 1]!, episode.ends[index]!];
    const count = speakers === null ? to - from : countBySpeakers(episode, from, to, speakers);
    if (count < minMentions || count === 0) return;
    entitiesFound[found] = one;
    countsFound[found] = count;
    found += 1;
  };
  if (entity !== null) {
    const index = indexOf(episode.entities, entity);
    if (index !== -1 && (said === null || isAnyIn(said, episode, index))) take(index);
  } else
    for (let index = 0; index < episode.entities.length; index += 1)
      if (said === null || isAnyIn(said, episode, index)) take(index);
  const needsMentions = words === null || entity !== null || category !== null || minMentions > 1;
  if (needsMentions && found === 0) return null;
  const entities = entitiesFound.slice(0, found);
  const passages = passagesOf(episode, entities, said, { entity, category, speakers }, minMentions);

  return { episode, entities, counts: countsFound.slice(0, found), passages };
}

const NOTHING = new Uint32Array(0);

function isEmpty(set: SegmentSet): boolean {
  for (let index = 0; index < set.length; index += 1) if (set[index] !== 0) return false;

  return true;
}

function passagesOf(
  episode: SearchedEpisodeFacts,
  entities: Int32Array,
  said: SegmentSet | null,
  { entity, category, speakers }: SegmentCriteria,
  minMentions: number,
): SegmentSet {
  if (said !== null && entity === null && category === null && minMentions === 1) return said;
  if (said === null && entity === null) return NOTHING;
  const passages = new Uint32Array((episode.segments + 31) >> 5);
  for (const one of entities)
    eachPlace(episode, one, (place) => {
      if (said !== null ? hasSegment(said, place) : speakers === null || speakers.has(episode.speakers[place]!))
        addSegment(passages, place);
    });

  return passages;
}

/** Calls `take` with the place of each segment in which the entity is mentioned. */
export function eachPlace(episode: SearchedEpisodeFacts, entity: number, take: (place: number) => void): void {
  const index = indexOf(episode.entities, entity);
  if (index === -1) return;
  for (let at = index === 0 ? 0 : episode.ends[index - 1]!; at < episode.ends[index]!; at += 1)
    take(episode.places[at]!);
}

function bySpeakers(episode: SearchedEpisodeFacts, said: SegmentSet, speakers: ReadonlySet<number>): SegmentSet {
  const own = new Uint32Array(said.length);
  eachSegment(said, (place) => {
    if (speakers.has(episode.speakers[place]!)) addSegment(own, place);
  });

  return own;
}

function countBySpeakers(
  episode: SearchedEpisodeFacts,
  from: number,
  to: number,
  speakers: ReadonlySet<number>,
): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (speakers.has(episode.speakers[episode.places[at]!]!)) count += 1;

  return count;
}

function isAnyIn(said: SegmentSet, { places, ends }: SearchedEpisodeFacts, index: number): boolean {
  for (let at = index === 0 ? 0 : ends[index - 1]!; at < ends[index]!; at += 1)
    if (hasSegment(said, places[at]!)) return true;

  return false;
}

/** Numbers of episodes found, each without the criterion of its own kind. */
export interface FacetCounts {
  readonly podcasts: ReadonlyMap<string, number>;
  readonly years: ReadonlyMap<number, number>;
  /** By number. */
  readonly categories: Int32Array;
  readonly entities: Int32Array;
  readonly speakers: Int32Array;
}

/** What a search for anything finds: it is asked for again and again, and belongs to many others. */
const unrestricted = new WeakMap<Library, Scan>();

const ANYTHING: Criteria = {
  entity: null,
  category: null,
  speakers: null,
  seriesUuid: null,
  episodeUuid: null,
  fromMs: null,
  toMs: null,
  minMentions: 1,
  words: null,
};

const isAnything = (criteria: Criteria): boolean =>
  Object.entries(ANYTHING).every(([name, value]) => criteria[name as keyof Criteria] === value);

const EVERYTHING: Counted = { entities: true, categories: true, speakers: true, mentions: true };

function searchAnything(library: Library, budget: TimeBudget): Scan {
  const known = unrestricted.get(library) ?? scanLibrary(library, ANYTHING, EVERYTHING, budget);
  unrestricted.set(library, known);

  return known;
}

/** Up to half a megabyte each. */
const SCANS_KEPT = 30;
const scansWithoutWords = new WeakMap<Library, RecentlyUsed<Scan>>();

/** Facets of different searches ask for the same filters, since each leaves out its own; words are hardly asked for twice. */
function scanOnce(library: Library, criteria: Criteria, counted: Counted, budget: TimeBudget): Scan {
  if (isAnything(criteria)) return searchAnything(library, budget);
  if (criteria.words !== null) return scanLibrary(library, criteria, counted, budget);
  const scans = scansWithoutWords.get(library) ?? new RecentlyUsed<Scan>(SCANS_KEPT);
  scansWithoutWords.set(library, scans);
  const key = JSON.stringify([{ ...criteria, speakers: criteria.speakers && [...criteria.speakers] }, counted]);
  const scan = scans.find(key) ?? scanLibrary(library, criteria, counted, budget);
  scans.set(key, scan);

  return scan;
}

/** What is needed of the episodes found: their passages only, also their mentions, also all that `countFacets` needs. */
export type Need = 'passages' | 'mentions' | 'facets';

/** All episodes in which something was found. */
export function searchLibrary(library: Library, criteria: Criteria, need: Need, budget: TimeBudget): Scan {
  const isCounted = need !== 'passages';
  const hasFacets = need === 'facets';

  return scanOnce(
    library,
    criteria,
    {
      mentions: isCounted,
      entities: isCounted,
      categories: hasFacets && criteria.category === null,
      speakers: hasFacets && criteria.speakers === null,
    },
    budget,
  );
}

/** `found`: what the criteria find, with facets. */
export function countFacets(library: Library, criteria: Criteria, found: Scan, budget: TimeBudget): FacetCounts {
  const { entity, category, speakers, seriesUuid, episodeUuid, fromMs, toMs } = criteria;
  const without = (some: Partial<Criteria>, counted: Counted): Scan =>
    scanOnce(library, { ...criteria, ...some }, counted, budget);

  return {
    podcasts: countPodcasts(
      library,
      seriesUuid === null && episodeUuid === null ? found : without({ seriesUuid: null, episodeUuid: null }, {}),
    ),
    years: countYears(library, fromMs === null && toMs === null ? found : without({ fromMs: null, toMs: null }, {})),
    entities: (entity === null ? found : without({ entity: null }, { entities: true })).entities,
    categories: (category === null ? found : without({ category: null }, { categories: true })).categories,
    speakers: (speakers === null ? found : without({ speakers: null }, { speakers: true })).speakers,
  };
}

function countPodcasts({ episodes }: Library, { found }: Scan): Map<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at < found.length; at += 1) {
    const { seriesUuid } = episodes[found[at]!]!;
    counts.set(seriesUuid, (counts.get(seriesUuid) ?? 0) + 1);
  }

  return counts;
}

function countYears({ episodes }: Library, { found }: Scan): Map<number, number> {
  const counts = new Map<number, number>();
  for (let at = 0; at < found.length; at += 1) {
    const { year } = episodes[found[at]!]!;
    if (year !== null) counts.set(year, (counts.get(year) ?? 0) + 1);
  }

  return counts;
}

/** Mentions of an entity in an episode by number of the speaker. */
export function countSpeakers(
  episode: SearchedEpisodeFacts,
  entity: number,
  speakers: ReadonlySet<number> | null,
): Map<number, number> {
  const counts = new Map<number, number>();
  eachPlace(episode, entity, (place) => {
    const speaker = episode.speakers[place]!;
    if (speakers === null || speakers.has(speaker)) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  });

  return counts;
}

export const countPassages = (found: EpisodeHits): number => countSegments(found.passages);
