import type { EpisodeToProcess } from '@earmark/contracts/pipeline';
import type { SeriesCard } from '@earmark/contracts/series';
import { useInfiniteQuery } from '@tanstack/react-query';
import { memo, useCallback, useState } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { counted } from '../kit/counted.ts';
import { formatDay } from '../kit/date.ts';
import { formatDuration } from '../kit/duration.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { NextPage } from '../ui/more-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { RowSkeletons } from '../ui/skeleton.tsx';
import { PodcastFilter } from './list-filters.tsx';
import { TextFilter } from '../ui/text-filter.tsx';
import { episodesToProcess } from './pipeline.api.ts';
import { ProcessSelected } from './process-selected.tsx';
import type { Selection, WaitingFilter } from './run-filter.ts';

const NONE: Selection = new Map();

interface EpisodesToProcessProps {
  filter: WaitingFilter;
  podcasts: readonly SeriesCard[];
  onFilter: (change: WaitingFilter) => void;
  /** Called with the batch that was queued. */
  onQueued: (batchId: string) => void;
}

/** Episodes without a transcript, to choose from and to process. */
export function EpisodesToProcess({ filter, podcasts, onFilter, onQueued }: EpisodesToProcessProps) {
  const query = useInfiniteQuery(episodesToProcess(filter));
  // A selection belongs to what the filter shows.
  const filterKey = `${filter.podcast} ${filter.q}`;
  const [selected, setSelected] = useState<{ of: string; selection: Selection }>({ of: filterKey, selection: NONE });
  const selection = selected.of === filterKey ? selected.selection : NONE;
  const select = (next: Selection) => setSelected({ of: filterKey, selection: next });
  const toggle = useCallback(
    (episode: EpisodeToProcess, isChosen: boolean) =>
      setSelected(({ of, selection: known }) => {
        const next = new Map(of === filterKey && known !== 'all' ? known : NONE_CHOSEN);
        if (isChosen) next.set(episode.id, episode);
        else next.delete(episode.id);

        return { of: filterKey, selection: next };
      }),
    [filterKey],
  );
  const isFiltered = filter.podcast !== undefined || filter.q !== undefined;

  return (
    <section aria-labelledby="episodes-to-process" className="bg-surface border-line rounded-md border">
      <div className="border-line flex flex-wrap items-center gap-3 border-b p-4">
        <h2 id="episodes-to-process" className="mr-auto text-[15px] font-semibold">
          Episodes to Process
        </h2>
        <TextFilter
          placeholder="Search episodes by title"
          value={filter.q}
          onChange={(q) => onFilter({ q })}
          className="min-w-0 grow basis-60 sm:max-w-80"
        />
        <PodcastFilter podcasts={podcasts} value={filter.podcast} onChange={(podcast) => onFilter({ podcast })} />
      </div>
      <Fetched
        query={query}
        pending={<RowSkeletons label="Loading episodes" rows={6} />}
        failed={
          <LoadingFailed query={query} level={3} title="Error loading episodes" className="min-h-52 justify-center" />
        }
        isEmpty={({ episodes }) => episodes.length === 0}
        empty={
          isFiltered ? (
            <Notice
              title="No episodes match"
              action={<Button onClick={() => onFilter({ podcast: undefined, q: undefined })}>Show all episodes</Button>}
              className="min-h-52 justify-center"
            />
          ) : (
            <p className="text-ink-soft px-6 py-10 text-center">
              No episodes waiting for processing. All episodes have been processed.
            </p>
          )
        }
      >
        {({ episodes, total }) => (
          <>
            <SelectAll
              total={total}
              isAll={selection === 'all'}
              onChange={(isAll) => select(isAll ? 'all' : NONE)}
              isFiltered={isFiltered}
            />
            <ul aria-label="Episodes to Process" className="divide-line divide-y">
              {episodes.map((episode) => (
                <li key={episode.id} className="[contain-intrinsic-size:auto_57px] [content-visibility:auto]">
                  <Row
                    episode={episode}
                    isSelected={selection === 'all' || selection.has(episode.id)}
                    isFixed={selection === 'all'}
                    onToggle={toggle}
                  />
                </li>
              ))}
            </ul>
            <NextPage query={query} />
            <ProcessSelected
              selection={selection}
              filter={filter}
              total={total}
              onQueued={(batchId) => {
                select(NONE);
                onQueued(batchId);
              }}
              onClear={() => select(NONE)}
            />
          </>
        )}
      </Fetched>
    </section>
  );
}

const NONE_CHOSEN: ReadonlyMap<string, EpisodeToProcess> = new Map();

interface SelectAllProps {
  total: number;
  isAll: boolean;
  isFiltered: boolean;
  onChange: (isAll: boolean) => void;
}

function SelectAll({ total, isAll, isFiltered, onChange }: SelectAllProps) {
  return (
    <label className="border-line bg-canvas flex min-h-10 cursor-pointer items-center gap-3 border-b px-4 text-[13px] font-medium pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={isAll}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 shrink-0 pointer-coarse:size-5"
      />
      {isFiltered ? `Select all ${counted(total, 'episode')} that match` : `Select all ${counted(total, 'episode')}`}
    </label>
  );
}

interface RowProps {
  episode: EpisodeToProcess;
  isSelected: boolean;
  /** Whether it is selected together with all others. */
  isFixed: boolean;
  onToggle: (episode: EpisodeToProcess, isChosen: boolean) => void;
}

const Row = memo(function Row({ episode, isSelected, isFixed, onToggle }: RowProps) {
  const { name, slug, podcastName, podcastSlug, publishedAt, durationSeconds, hasOfferedTranscript, hasAudio } =
    episode;
  const facts = [
    podcastName,
    publishedAt === null ? null : formatDay(publishedAt),
    formatDuration(durationSeconds),
  ].filter((fact) => fact !== null);

  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1.5 px-4 py-2.5 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={isSelected}
        disabled={isFixed}
        onChange={(event) => onToggle(episode, event.target.checked)}
        className="mt-0.5 size-4 shrink-0 cursor-pointer pointer-coarse:size-5"
      />
      <div className="min-w-0">
        <h3 className="leading-5 font-medium text-pretty wrap-anywhere">
          <Link to={`/podcasts/${podcastSlug}/${slug}`} className="hover:text-accent pointer-coarse:py-2">
            {name}
          </Link>
        </h3>
        <p className="text-ink-soft text-[13px] tabular-nums">{facts.join(' · ')}</p>
      </div>
      <div className="flex flex-wrap gap-1.5 empty:hidden max-sm:col-start-2 sm:justify-end">
        {hasOfferedTranscript && <Badge tone="good">Publisher's transcript</Badge>}
        {!hasAudio && <Badge tone="warn">No audio</Badge>}
      </div>
    </div>
  );
});
