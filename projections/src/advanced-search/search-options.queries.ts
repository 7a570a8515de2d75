import { SEARCH_SORTS, type SearchOptions } from '@earmark/contracts/search';
import type { Db } from '../kit/db.ts';
import { mentionsOf } from './library-counts.ts';
import type { LibraryAt } from './search-library.ts';
import { listEntityNames, listEpisodeNames, listPodcastNames } from './search-names.queries.ts';

/** Of each kind: more than a list can be scrolled through; the suggestions find the others. */
const MOST = 1000;
const MIN_MENTIONS = [1, 2, 3, 4, 5, 10, 20];
const SORTS = { relevance: 'Relevance', date: 'Date', mentions: 'Mentions' } as const;

/** The most mentioned entities, the newest episodes, the speakers of the most episodes. `db` is a transaction. */
export async function listSearchOptions(db: Db, libraries: LibraryAt): Promise<SearchOptions> {
  const { library } = await libraries.at(db);
  const { speakers } = library.names;
  const bySpeaker = new Map<number, number>();
  const byPodcast = new Map<string, Map<number, number>>();
  for (const { ownSpeakers, seriesUuid } of library.episodes) {
    const own = byPodcast.get(seriesUuid) ?? new Map<number, number>();
    byPodcast.set(seriesUuid, own);
    for (const speaker of ownSpeakers) {
      bySpeaker.set(speaker, (bySpeaker.get(speaker) ?? 0) + 1);
      own.set(speaker, (own.get(speaker) ?? 0) + 1);
    }
  }
  const named = (counts: ReadonlyMap<number, number>) =>
    top(counts)
      .map((speaker) => speakers.texts[speaker]!)
      .sort();
  const episodes = await listEpisodeNames(
    db,
    library.episodes.slice(0, MOST).map(({ uuid }) => uuid),
  );
  const podcasts = await listPodcastNames(db, [...byPodcast.keys()]);
  const names = await listEntityNames(db, top(mentionsOf(library)));
  const { rows: categories } = await db.query<{ value: string; label: string }>(
    'select t.name as value, t.display_name as label from read.vocabulary_type t order by t.display_name, t.name',
  );
  const byLabel = <Option extends { label: string }>(options: Option[]) =>
    options.sort((a, b) => a.label.localeCompare(b.label, 'en'));

  return {
    episodes: library.episodes.slice(0, MOST).flatMap(({ uuid }) => {
      const episode = episodes.get(uuid);

      return episode ? [{ value: uuid, label: episode.name }] : [];
    }),
    podcasts: byLabel([...podcasts.values()].map(({ slug, name }) => ({ value: slug, label: name }))),
    entities: byLabel([...names.values()].map(({ slug, name }) => ({ value: slug, label: name }))),
    categories,
    speakers: named(bySpeaker).map((name) => ({ value: name, label: name })),
    speakersByPodcast: Object.fromEntries(
      [...byPodcast].flatMap(([uuid, own]) => {
        const podcast = podcasts.get(uuid);

        return podcast ? [[podcast.slug, named(own)]] : [];
      }),
    ),
    minMentionsOptions: MIN_MENTIONS.map((value) => ({ value, label: value === 1 ? 'Any' : `${value} or more` })),
    sortByOptions: SEARCH_SORTS.map((value) => ({ value, label: SORTS[value] })),
  };
}

const top = <Key>(counts: ReadonlyMap<Key, number>): Key[] =>
  [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST)
    .map(([key]) => key);
