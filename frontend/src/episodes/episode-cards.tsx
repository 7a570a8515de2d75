import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { useDebounced } from '../kit/debounced.ts';
import { Notice } from '../ui/notice.tsx';
import { textOfHtml } from '../ui/safe-html.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { EpisodeCard } from './episode-card.tsx';
import type { ListedEpisode } from './episode-card.tsx';
import { isServerSearch, passesFilter } from './episode-filter.ts';
import { episodeSearch } from './episodes.api.ts';

const SETTLES_AFTER_MS = 200;

interface EpisodeCardsProps {
  podcastSlug: string;
  episodes: readonly ListedEpisode[];
  /** The search text. */
  text: string;
  onSearch: (text: string) => void;
  /** What administrators can do to an episode. */
  tools?: (episode: ListedEpisode) => ReactNode;
}

/**
 * The episodes of a podcast, newest first. One or two characters filter locally; longer texts are searched on the server.
 */
export function EpisodeCards({ podcastSlug, episodes, text, onSearch, tools }: EpisodeCardsProps) {
  const search = useEpisodeSearch(podcastSlug, episodes, text);
  const { shown, wanted, error, isOld } = search;

  return (
    <section aria-labelledby="episodes">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="episodes" className="text-[15px] font-semibold">
          Episodes
        </h2>
        <SearchField
          placeholder="Search episodes and entities..."
          maxLength={200}
          value={text}
          onChange={onSearch}
          className="w-full sm:w-80"
        />
      </div>
      <output className="sr-only">{wanted !== '' && !isOld && `${shown.length} of ${episodes.length} episodes`}</output>
      {error !== null && (
        <Notice failed title="The search failed" action={<Button onClick={search.retry}>Try again</Button>}>
          {error}
        </Notice>
      )}
      {error === null && shown.length === 0 && (
        <Notice
          title="No episodes found"
          action={<Button onClick={() => onSearch('')}>Clear search</Button>}
          className={clsx(isOld && 'opacity-60')}
        >
          {isServerSearch(text)
            ? `Nothing matches “${wanted}” in the titles, descriptions, entities and transcripts of ${episodes.length} episodes.`
            : `Nothing matches “${wanted}” in the titles and descriptions of ${episodes.length} episodes.`}
        </Notice>
      )}
      {error === null && shown.length > 0 && (
        <ul
          aria-label="Episodes"
          aria-busy={isOld}
          className={clsx(
            'bg-surface border-line divide-line mt-3 divide-y overflow-hidden rounded-md border transition-opacity duration-150',
            isOld && 'opacity-60',
          )}
        >
          {shown.map(({ episode, description, matchCount }) => (
            <li key={episode.uuid} className="[contain-intrinsic-size:auto_96px] [content-visibility:auto]">
              <EpisodeCard
                episode={episode}
                description={description}
                to={`/podcasts/${podcastSlug}/${episode.slug}`}
                matches={matchCount === null ? null : { text: wanted, count: matchCount }}
                tools={tools?.(episode)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The results for the text; `isOld` while they still belong to an earlier text. */
function useEpisodeSearch(podcastSlug: string, episodes: readonly ListedEpisode[], text: string) {
  const settled = useDebounced(text, SETTLES_AFTER_MS).trim();
  const wanted = text.trim();
  const { data, error, isPlaceholderData, refetch } = useQuery(episodeSearch(podcastSlug, settled));
  const described = useMemo(
    () =>
      new Map(
        episodes.map((episode) => [
          episode.uuid,
          { episode, description: textOfHtml(episode.description ?? ''), matchCount: null },
        ]),
      ),
    [episodes],
  );
  const retry = () => void refetch();
  const local = () =>
    [...described.values()].filter(({ episode, description }) => passesFilter([episode.title, description], wanted));

  if (!isServerSearch(wanted)) return { shown: local(), wanted, error: null, isOld: false, retry };
  if (error !== null && wanted === settled) return { shown: [], wanted, error: error.message, isOld: false, retry };
  if (data === undefined) return { shown: local(), wanted, error: null, isOld: true, retry };

  return {
    shown: data.episodes.map((episode) => ({
      episode,
      description: described.get(episode.uuid)?.description ?? textOfHtml(episode.description ?? ''),
      matchCount: episode.matchCount,
    })),
    wanted: wanted === settled && !isPlaceholderData ? wanted : settled,
    error: null,
    isOld: isPlaceholderData || wanted !== settled,
    retry,
  };
}
