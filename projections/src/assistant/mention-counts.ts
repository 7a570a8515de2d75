import { eachPlace } from '../advanced-search/search-evaluation.ts';
import { segmentIdAt } from '../advanced-search/episode-facts.ts';
import type { Library, SearchedEpisodeFacts } from '../advanced-search/library.ts';
import { eachSegment, type SegmentSet } from '../advanced-search/segment-set.ts';
import type { ScopeOfAnswer } from './answer-passages.queries.ts';
import { inScope } from './answer-passages.queries.ts';

export interface CountedPlace {
  readonly episodeUuid: string;
  readonly segmentId: string;
}

/** Mentions of an entity, or segments with words, in a scope. */
export interface Counted {
  readonly mentions: number;
  readonly episodes: number;
  /** By number of mentions, then by name. */
  readonly speakers: readonly { readonly name: string; readonly mentions: number }[];
  /** The first ones of the episodes with most, newest first where equal. */
  readonly places: readonly CountedPlace[];
}

/** `entityId`'s mentions are those of its page. `by`: numbers of the speakers whose mentions count; null: all. */
export const countMentions = (
  library: Library,
  entityId: string,
  scope: ScopeOfAnswer,
  places: number,
  by: ReadonlySet<number> | null = null,
): Counted => {
  const entity = library.names.entities.find(entityId);

  return count(library, scope, places, (episode, take) => {
    if (entity === null) return;
    eachPlace(episode, entity, (place) => {
      if (by === null || by.has(episode.speakers[place]!)) take(place);
    });
  });
};

export const countSegmentsIn = (library: Library, set: SegmentSet, scope: ScopeOfAnswer, places: number): Counted =>
  count(library, scope, places, (episode, take) => {
    const own = set.subarray(episode.firstBit >> 5, (episode.firstBit + episode.segments + 31) >> 5);
    eachSegment(own, (place) => {
      take(place);
    });
  });

function count(
  library: Library,
  scope: ScopeOfAnswer,
  most: number,
  each: (episode: SearchedEpisodeFacts, take: (place: number) => void) => void,
): Counted {
  const speakers = new Map<string, number>();
  const byEpisode: { episode: SearchedEpisodeFacts; own: number[] }[] = [];
  let mentions = 0;
  for (const episode of library.episodes.filter(inScope(scope))) {
    const own: number[] = [];
    each(episode, (place) => {
      own.push(place);
      const name = library.names.speakers.texts[episode.speakers[place]!]!;
      speakers.set(name, (speakers.get(name) ?? 0) + 1);
    });
    mentions += own.length;
    if (own.length > 0) byEpisode.push({ episode, own });
  }
  byEpisode.sort((a, b) => b.own.length - a.own.length);

  return {
    mentions,
    episodes: byEpisode.length,
    speakers: [...speakers]
      .map(([name, own]) => ({ name, mentions: own }))
      .sort((a, b) => b.mentions - a.mentions || (a.name < b.name ? -1 : 1)),
    places: byEpisode.slice(0, most).map(({ episode, own }) => ({
      episodeUuid: episode.uuid,
      segmentId: segmentIdAt(episode, own[0]!),
    })),
  };
}

/** The entities of a category that are mentioned most in a scope, with how often. */
export function listMostMentioned(
  library: Library,
  categoryId: string,
  scope: ScopeOfAnswer,
  most: number,
): { total: number; entities: { readonly id: string; readonly mentions: number; readonly episodes: number }[] } {
  const { names, categoryOf } = library;
  const category = names.categories.find(categoryId);
  const mentions = new Map<number, { mentions: number; episodes: number }>();
  for (const episode of library.episodes.filter(inScope(scope)))
    for (let index = 0; index < episode.entities.length; index += 1) {
      const entity = episode.entities[index]!;
      if (category === null || categoryOf[entity] !== category) continue;
      const own = mentions.get(entity) ?? { mentions: 0, episodes: 0 };
      own.mentions += episode.counts[index]!;
      own.episodes += 1;
      mentions.set(entity, own);
    }
  const all = [...mentions]
    .map(([entity, own]) => ({ id: names.entities.texts[entity]!, ...own }))
    .sort((a, b) => b.mentions - a.mentions || (a.id < b.id ? -1 : 1));

  return { total: all.length, entities: all.slice(0, most) };
}
