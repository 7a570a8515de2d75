import type { Library, SearchedEpisodeFacts } from './search-library.ts';
import { TimeBudget } from './time-budget.ts';
import { addSegment, countSegments, eachSegment, hasSegment, segmentsOf, type SegmentSet } from './segment-set.ts';

/** What must hold for a segment and its mentions; null: anything. */
export interface SegmentCriteria {
  /** Numbers, as in the library. */
  readonly entity: number | null;
  readonly category: number | null;
  readonly speakers: ReadonlySet<number> | null;
}

export interface Criteria extends SegmentCriteria {
  readonly seriesUuid: string | null;
  readonly episodeUuid: string | null;
  /** Publication, [from, to). */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** Of one entity in an episode (by the speakers). */
  readonly minMentions: number;
  /** Segments with the words; null: no words. */
  readonly words: SegmentSet | null;
  /** Entities are not counted where nothing else asks for them. */
  readonly onlyPassages: boolean;
}

/** What was found in an episode. */
export interface EpisodeHits {
  readonly episode: SearchedEpisodeFacts;
  /** Numbers of the entities that are mentioned in a segment found. */
  readonly entities: Int32Array;
  /** Of each: its mentions in the whole episode, by the speakers. */
  readonly counts: Int32Array;
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
  { minMentions, words, onlyPassages }: Pick<Criteria, 'minMentions' | 'words' | 'onlyPassages'>,
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
    if (onlyPassages && entity === null && category === null && minMentions === 1)
      return { episode, entities: NO_NUMBERS, counts: NO_NUMBERS, passages: said };
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
  } else if (said === null) for (let index = 0; index < episode.entities.length; index += 1) take(index);
  else if (isDense(said, episode))
    for (let index = 0; index < episode.entities.length; index += 1) {
      if (isAnyIn(said, episode, index)) take(index);
    }
  else eachEntityIn(said, episode, take);
  const needsMentions = words === null || entity !== null || category !== null || minMentions > 1;
  if (needsMentions && found === 0) return null;
  const entities = entitiesFound.slice(0, found);
  const passages = passagesOf(episode, entities, said, { entity, category, speakers }, minMentions);

  return { episode, entities, counts: countsFound.slice(0, found), passages };
}

const NOTHING = new Uint32Array(0);
const NO_NUMBERS = new Int32Array(0);

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

/** Whether looking for a segment of each entity takes fewer steps than looking at the entities of each segment. */
function isDense(said: SegmentSet, { segments, entities, places }: SearchedEpisodeFacts): boolean {
  const share = countSegments(said) / segments;

  return share * share * places.length > entities.length;
}

function isAnyIn(said: SegmentSet, { places, ends }: SearchedEpisodeFacts, index: number): boolean {
  for (let at = index === 0 ? 0 : ends[index - 1]!; at < ends[index]!; at += 1)
    if (hasSegment(said, places[at]!)) return true;

  return false;
}

/** By number: the call that took it last. */
let takenBy = new Int32Array(256);
let calls = 0;

/** For a new call, to mark up to `length` numbers with `calls`. */
function takenIn(length: number): Int32Array {
  calls = (calls + 1) & 0x7fffffff;
  if (length > takenBy.length) takenBy = new Int32Array(length * 2);

  return takenBy;
}

/** Calls `take` with the index of each entity that is mentioned in one of the segments, until all are. */
function eachEntityIn(said: SegmentSet, episode: SearchedEpisodeFacts, take: (index: number) => void): void {
  const { entitiesAt, endsAt, entities } = episode;
  const taken = takenIn(entities.length);
  let left = entities.length;
  eachSegment(said, (place) => {
    for (let at = place === 0 ? 0 : endsAt[place - 1]!; at < endsAt[place]!; at += 1) {
      const index = entitiesAt[at]!;
      if (taken[index] === calls) continue;
      taken[index] = calls;
      left -= 1;
      take(index);
    }

    return left > 0;
  });
}

/** -1: it has no mention. */
function indexOf(entities: Int32Array, entity: number): number {
  let [low, high] = [0, entities.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const one = entities[middle]!;
    if (one === entity) return middle;
    if (one < entity) low = middle + 1;
    else high = middle - 1;
  }

  return -1;
}

export const isInDates = ({ publishedMs }: SearchedEpisodeFacts, { fromMs, toMs }: Criteria): boolean =>
  (fromMs === null && toMs === null) ||
  (publishedMs !== null && (fromMs === null || publishedMs >= fromMs) && (toMs === null || publishedMs < toMs));

export const isInPodcast = (episode: SearchedEpisodeFacts, { seriesUuid, episodeUuid }: Criteria): boolean =>
  (seriesUuid === null || episode.seriesUuid === seriesUuid) && (episodeUuid === null || episode.uuid === episodeUuid);

/** All episodes in which something was found, newest first. */
export function searchLibrary(library: Library, criteria: Criteria, budget = new TimeBudget()): EpisodeHits[] {
  const found: EpisodeHits[] = [];
  budget.resume();
  for (const episode of library.episodes) {
    budget.check();
    if (!isInDates(episode, criteria) || !isInPodcast(episode, criteria)) continue;
    const one = searchEpisode(library, episode, criteria, criteria);
    if (one) found.push(one);
  }

  return found;
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

/** Of searches for anything: they are asked for again and again, and belong to many others. */
const unrestricted = new WeakMap<Library, FacetCounts>();

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
  onlyPassages: false,
};

const isAnything = (criteria: Criteria): boolean =>
  Object.entries(ANYTHING).every(([name, value]) => criteria[name as keyof Criteria] === value);

function countUnrestricted(library: Library): FacetCounts {
  const known = unrestricted.get(library);
  if (known) return known;
  const counts = countEach(library, ANYTHING, searchLibrary(library, ANYTHING));
  unrestricted.set(library, counts);

  return counts;
}

/** `found`: all that the criteria find. */
export const countFacets = (library: Library, criteria: Criteria, found: readonly EpisodeHits[]): FacetCounts =>
  isAnything(criteria) ? countUnrestricted(library) : countEach(library, criteria, found);

function countEach(library: Library, criteria: Criteria, found: readonly EpisodeHits[]): FacetCounts {
  const { entity, category, speakers, seriesUuid, episodeUuid, fromMs, toMs } = criteria;
  const without = (some: Partial<Criteria>): readonly EpisodeHits[] => searchLibrary(library, { ...criteria, ...some });
  /** The counts of a kind, when it is the only criterion: those of a search for anything. */
  const alone = (some: Partial<Criteria>): FacetCounts | null =>
    isAnything({ ...criteria, ...some }) && !isAnything(criteria) ? countUnrestricted(library) : null;
  const places = { seriesUuid: null, episodeUuid: null };
  const days = { fromMs: null, toMs: null };

  return {
    podcasts:
      alone(places)?.podcasts ??
      countKeys(seriesUuid === null && episodeUuid === null ? found : without(places), (one) => one.seriesUuid),
    years:
      alone(days)?.years ??
      countKeys(fromMs === null && toMs === null ? found : without(days), ({ publishedMs }) =>
        publishedMs === null ? null : new Date(publishedMs).getUTCFullYear(),
      ),
    entities:
      alone({ entity: null })?.entities ?? countEntities(library, entity === null ? found : without({ entity: null })),
    categories:
      alone({ category: null })?.categories ??
      countCategories(library, category === null ? found : without({ category: null })),
    speakers:
      alone({ speakers: null })?.speakers ??
      countEachSpeaker(library, criteria, speakers === null ? found : without({ speakers: null })),
  };
}

function countKeys<Key>(
  found: readonly EpisodeHits[],
  keyOf: (episode: SearchedEpisodeFacts) => Key | null,
): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const { episode } of found) {
    const key = keyOf(episode);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  return counts;
}

function countEntities({ names }: Library, found: readonly EpisodeHits[]): Int32Array {
  const counts = new Int32Array(names.entities.texts.length);
  for (const { entities } of found) for (let at = 0; at < entities.length; at += 1) counts[entities[at]!]! += 1;

  return counts;
}

function countCategories({ names, categoryOf }: Library, found: readonly EpisodeHits[]): Int32Array {
  const counts = new Int32Array(names.categories.texts.length);
  /** By category, the last episode that was counted. */
  const counted = new Int32Array(counts.length).fill(-1);
  for (const [number, { entities }] of found.entries())
    for (let at = 0; at < entities.length; at += 1) {
      const category = categoryOf[entities[at]!];
      if (category === undefined || counted[category] === number) continue;
      counted[category] = number;
      counts[category]! += 1;
    }

  return counts;
}

/** With each speaker alone. `found`: by any speaker. */
function countEachSpeaker(library: Library, criteria: Criteria, found: readonly EpisodeHits[]): Int32Array {
  const counts = new Int32Array(library.names.speakers.texts.length);
  for (const hits of found) for (const speaker of speakersOf(library, hits, criteria)) counts[speaker]! += 1;

  return counts;
}

function speakersOf(library: Library, found: EpisodeHits, criteria: Criteria): Iterable<number> {
  const { episode } = found;
  if (episode.ownSpeakers.length === 1) return episode.ownSpeakers;
  if (criteria.minMentions > 1)
    return episode.ownSpeakers.filter((speaker) =>
      searchEpisode(library, episode, { ...criteria, speakers: new Set([speaker]) }, criteria),
    );
  if (found.entities === episode.entities && criteria.words === null) return episode.mentioners;
  const speakers: number[] = [];
  const taken = takenIn(library.names.speakers.texts.length);
  const isMissingOne = (place: number) => {
    const speaker = episode.speakers[place]!;
    if (taken[speaker] !== calls) {
      taken[speaker] = calls;
      speakers.push(speaker);
    }

    return speakers.length < episode.ownSpeakers.length;
  };
  if (criteria.words !== null || criteria.entity !== null) eachSegment(found.passages, isMissingOne);
  else
    for (const entity of found.entities) {
      eachPlace(episode, entity, isMissingOne);
      if (speakers.length === episode.ownSpeakers.length) break;
    }

  return speakers;
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
