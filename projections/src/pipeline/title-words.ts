import type { Condition } from '../kit/query-builder.ts';
import { wordsOf } from '../search/search-text.ts';

/** Whether each word stands in the title of the episode or the name of its podcast, also as a part of a word. */
export const hasWords =
  (text: string, episodeUuid: string, seriesUuid: string): Condition =>
  (query) => {
    for (const word of wordsOf(text).slice(0, 20))
      query.whereRaw(
        `(exists (select 1 from read.search_episode w where w.episode_uuid = ?? and strpos(w.title, ?) > 0)
          or exists (select 1 from read.search_series w where w.series_uuid = ?? and strpos(w.name, ?) > 0))`,
        [episodeUuid, word, seriesUuid, word],
      );
  };
