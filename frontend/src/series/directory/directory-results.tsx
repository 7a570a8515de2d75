import type { DirectoryChoice, DirectorySeries } from '@earmark/contracts/series';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { counted } from '../../kit/counted.ts';
import { Cover } from '../../ui/cover.tsx';
import { Fetched, LoadingFailed } from '../../ui/fetched.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RowSkeletons } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { AddSeriesButton } from './add-series-button.tsx';
import { directorySearch } from './directory.api.ts';
import { DirectoryFacts } from './directory-facts.tsx';

interface DirectoryResultsProps {
  q: string;
  /** Null: the default one. */
  directory: string | null;
  choices: readonly DirectoryChoice[];
  /** Uuids of series that were added since the search: they are no longer results. */
  added: ReadonlySet<string>;
  onAdded: (series: DirectorySeries) => void;
  onOpen: (series: DirectorySeries) => void;
}

const NO_RESULTS = 'No podcast series found matching your search query';
const FAILED = 'Failed to search for podcast series. Please try again.';

/** What the directory has under these words. */
export function DirectoryResults({ q, directory, choices, added, onAdded, onOpen }: DirectoryResultsProps) {
  const query = useQuery(directorySearch(q, directory));
  const { data, error, dataUpdatedAt, errorUpdatedAt } = query;
  const isEmpty = data?.results.length === 0;
  useEffect(() => {
    if (isEmpty) notify('No Results', NO_RESULTS);
  }, [isEmpty, dataUpdatedAt]);
  useEffect(() => {
    if (error !== null) notify('Search Failed', { detail: FAILED, isDestructive: true });
  }, [error, errorUpdatedAt]);
  const answering = choices.find(({ name }) => name === data?.directory && name !== 'rss')?.label;

  return (
    <section
      aria-label="Results"
      aria-busy={query.isFetching}
      className="bg-surface border-line overflow-hidden rounded-md border"
    >
      {q === '' ? (
        <Notice level={2} title="Find a podcast to add" className="min-h-52 justify-center">
          Search a directory by name, or enter the address of a feed.
        </Notice>
      ) : (
        <Fetched
          query={query}
          pending={<RowSkeletons label="Searching the directory" rows={4} cover="size-16 sm:size-20" />}
          failed={<LoadingFailed query={query} level={2} title="Search Failed" className="min-h-52 justify-center" />}
          isEmpty={({ results }) => results.length === 0}
          empty={
            <Notice level={2} title="No Results Found" className="min-h-52 justify-center">
              {answering === undefined ? 'Nothing' : `${answering} has nothing that`} matches “{q}”. Try fewer words
              {choices.length > 1 && ', another directory'} or the address of its feed.
            </Notice>
          }
        >
          {({ results }) => {
            const shown = results.filter(({ uuid }) => !added.has(uuid));
            if (shown.length === 0)
              return (
                <Notice level={2} title="Everything found has been added" className="min-h-52 justify-center">
                  Search for another podcast, or open the tab “Followed podcasts”.
                </Notice>
              );

            return (
              <>
                <h2
                  aria-live="polite"
                  className="border-line border-b px-4 py-3.5 text-[15px] font-semibold wrap-anywhere tabular-nums"
                >
                  {counted(shown.length, 'podcast')}
                  {answering !== undefined && <span className="text-ink-soft font-normal"> from {answering}</span>}
                </h2>
                <ul aria-label="Podcasts" className="divide-line divide-y">
                  {shown.map((series) => (
                    <li key={`${series.provider} ${series.uuid}`}>
                      <Row series={series} onAdded={onAdded} onOpen={onOpen} />
                    </li>
                  ))}
                </ul>
              </>
            );
          }}
        </Fetched>
      )}
    </section>
  );
}

type RowProps = Pick<DirectoryResultsProps, 'onAdded' | 'onOpen'> & { series: DirectorySeries };

function Row({ series, onAdded, onOpen }: RowProps) {
  const { name, description, imageUrl, explicit, isExisting } = series;

  return (
    <article
      aria-label={name}
      className="grid grid-cols-[64px_minmax(0,1fr)] gap-x-4 gap-y-3 px-4 py-4 sm:grid-cols-[80px_minmax(0,1fr)_auto]"
    >
      <Cover src={imageUrl} name={name} className="size-16 sm:size-20" />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="text-[15px] leading-5 font-medium wrap-anywhere">{name}</h3>
          {isExisting && <Badge tone="good">Added</Badge>}
          {explicit && <Badge>Explicit</Badge>}
        </div>
        <DirectoryFacts series={series} />
        {description !== null && description !== '' && (
          <p className="text-ink-soft measure mt-1 line-clamp-2 text-[13px] wrap-anywhere">{description}</p>
        )}
      </div>
      <div className="col-start-2 flex flex-col items-start gap-2 sm:col-start-auto sm:w-40 sm:items-end">
        {isExisting ? (
          <Button aria-label={`Show Episodes of ${name}`} onClick={() => onOpen(series)}>
            Show Episodes
          </Button>
        ) : (
          <AddSeriesButton series={series} onAdded={onAdded} />
        )}
      </div>
    </article>
  );
}
