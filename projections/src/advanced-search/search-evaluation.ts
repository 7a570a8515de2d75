import type { Library, SearchedEpisodeFacts } from './search-library.ts';
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
}

export interface EntityCount {
  readonly entity: number;
  readonly count: number;
}

/** What was found in an episode. */
export interface EpisodeHits {
  readonly episode: SearchedEpisodeFacts;
  /** Entities that are mentioned in a segment found; their mentions in the whole episode, by the speakers. */
  readonly counts: readonly EntityCount[];
  /** Segments found, from bit 0. */
  readonly passages: SegmentSet;
}

/** Null: nothing was found in the episode. */
export function searchEpisode(
  library: Library,
  episode: SearchedEpisodeFacts,
  { entity, category, speakers }: SegmentCriteria,
  { minMentions, words }: Pick<Criteria, 'minMentions' | 'words'>,
): EpisodeHits | null {
  if (speakers !== null && !episode.ownSpeakers.some((speaker) => speakers.has(speaker))) return null;
  let said = words === null ? null : segmentsOf(words, episode);
  if (said !== null) {
    if (speakers !== null) said = bySpeakers(episode, said, speakers);
    if (said.every((bits) => bits === 0)) return null;
  }
  const counts: EntityCount[] = [];
  const needsMentions = words === null || entity !== null || category !== null || minMentions > 1;
  const take = (index: number) => {
    const [from, to] = [index === 0 ? 0 : episode.ends[index - 1]!, episode.ends[index]!];
    if (to - from < minMentions) return;
    const count = speakers === null ? to - from : countBySpeakers(episode, from, to, speakers);
    if (count < minMentions || count === 0) return;
    if (said !== null && !isAnyIn(said, episode, from, to)) return;
    counts.push({ entity: episode.entities[index]!, count });
  };
  if (entity === null) {
    for (let index = 0; index < episode.entities.length; index += 1)
      if (category === null || library.categoryOf[episode.entities[index]!] === category) take(index);
  } else {
    const index = indexOf(episode.entities, entity);
    if (index !== -1 && (category === null || library.categoryOf[entity] === category)) take(index);
  }
  if (needsMentions && counts.length === 0) return null;

  return { episode, counts, passages: passagesOf(episode, counts, said, { entity, category, speakers }, minMentions) };
}

function passagesOf(
  episode: SearchedEpisodeFacts,
  counts: readonly EntityCount[],
  said: SegmentSet | null,
  { entity, category, speakers }: SegmentCriteria,
  minMentions: number,
): SegmentSet {
  if (said !== null && entity === null && category === null && minMentions === 1) return said;
  const passages = new Uint32Array((episode.segments + 31) >> 5);
  if (said === null && entity === null) return passages;
  for (const { entity: one } of counts)
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

function isAnyIn(said: SegmentSet, { places }: SearchedEpisodeFacts, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (hasSegment(said, places[at]!)) return true;

  return false;
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
export function searchLibrary(library: Library, criteria: Criteria): EpisodeHits[] {
  const found: EpisodeHits[] = [];
  for (const episode of library.episodes) {
    if (!isInDates(episode, criteria) || !isInPodcast(episode, criteria)) continue;
    const one = searchEpisode(library, episode, criteria, criteria);
    if (one) found.push(one);
  }

  return found;
}

/** By key, how many episodes. */
type Counts = Map<string | number, number>;

/** Numbers of episodes found, each without the criterion of its own kind. */
export interface FacetCounts {
  readonly podcasts: Counts;
  readonly categories: Counts;
  readonly entities: Counts;
  readonly speakers: Counts;
  readonly years: Counts;
}

export function countFacets(library: Library, criteria: Criteria): FacetCounts {
  const counts: FacetCounts = {
    podcasts: new Map(),
    categories: new Map(),
    entities: new Map(),
    speakers: new Map(),
    years: new Map(),
  };
  const { entity, category, speakers } = criteria;
  for (const episode of library.episodes) {
    const [isDated, isHere] = [isInDates(episode, criteria), isInPodcast(episode, criteria)];
    if (!isDated && !isHere) continue;
    const search = (some: Partial<SegmentCriteria>) =>
      searchEpisode(library, episode, { entity, category, speakers, ...some }, criteria);
    const found = search({});
    if (found) {
      if (isDated) add(counts.podcasts, episode.seriesUuid);
      if (isHere && episode.publishedMs !== null) add(counts.years, new Date(episode.publishedMs).getUTCFullYear());
    }
    if (!isDated || !isHere) continue;
    const ofEntities = entity === null ? found : search({ entity: null });
    for (const one of ofEntities?.counts ?? []) add(counts.entities, one.entity);
    const ofCategories = category === null ? found : search({ category: null });
    if (ofCategories)
      for (const one of new Set(ofCategories.counts.map((count) => library.categoryOf[count.entity]!)))
        add(counts.categories, one);
    const said = speakers === null ? found : search({ speakers: null });
    if (said) for (const speaker of speakersOf(library, said, criteria)) add(counts.speakers, speaker);
  }

  return counts;
}

const add = (counts: Counts, key: string | number): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

/** Speakers with whom alone the episode would be found. `found`: by any speaker. */
function speakersOf(library: Library, found: EpisodeHits, criteria: Criteria): Iterable<number> {
  const { episode } = found;
  if (episode.ownSpeakers.length === 1) return episode.ownSpeakers;
  if (criteria.minMentions > 1)
    return episode.ownSpeakers.filter((speaker) =>
      searchEpisode(library, episode, { ...criteria, speakers: new Set([speaker]) }, criteria),
    );
  const speakers = new Set<number>();
  const isAll = (place: number) => {
    speakers.add(episode.speakers[place]!);

    return speakers.size < episode.ownSpeakers.length;
  };
  if (criteria.words !== null || criteria.entity !== null) eachSegment(found.passages, isAll);
  else
    for (const { entity } of found.counts) {
      eachPlace(episode, entity, isAll);
      if (speakers.size === episode.ownSpeakers.length) break;
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
