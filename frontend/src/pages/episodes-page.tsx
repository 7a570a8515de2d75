import { SEARCH_CATEGORIES } from '@earmark/contracts/series';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from '../kit/router/routing.tsx';
import { EpisodeRow, EpisodeRowSkeletons } from '../episodes/episode-row.tsx';
import { episodeList } from '../episodes/episodes.api.ts';
import { useAddress } from '../kit/address.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { NextPage } from '../ui/more-button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { Notice } from '../ui/notice.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { seriesCards } from '../series/series.api.ts';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';

const ALL = 'all';

export function EpisodesPage() {
  const [params] = useSearchParams();
  const setAddress = useAddress();
  const podcast = params.get('podcast') || null;
  const category = params.get('category') || null;

  return (
    <PageFrame title="Episodes" className="flex flex-col gap-6">
      <PageTitle title="Episodes" subtitle="All episodes with mentions, newest first." />
      <Filters
        podcast={podcast}
        category={category}
        onFilter={(name, value) => setAddress({ [name]: value === ALL ? null : value }, 'push')}
      />
      <section aria-label="Episodes" className="bg-surface border-line overflow-hidden rounded-md border">
        <Rows
          podcast={podcast}
          category={category}
          onClear={
            podcast === null && category === null ? null : () => setAddress({ podcast: null, category: null }, 'push')
          }
        />
      </section>
    </PageFrame>
  );
}

interface FiltersProps {
  podcast: string | null;
  category: string | null;
  onFilter: (name: 'podcast' | 'category', value: string) => void;
}

function Filters({ podcast, category, onFilter }: FiltersProps) {
  const { data: series = [] } = useQuery(seriesCards);
  const podcasts = series
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ slug, name }) => ({ value: slug, label: name }));
  const categories = SEARCH_CATEGORIES.filter((value) => value !== ALL).map((value) => ({
    value: String(value),
    label: `${value[0]?.toUpperCase()}${value.slice(1)}`,
  }));

  return (
    <div className="grid grid-cols-2 gap-3 sm:flex">
      <SelectField
        label="Podcast"
        value={podcast ?? ALL}
        options={withAsked([{ value: ALL, label: 'All podcasts' }, ...podcasts], podcast)}
        onChange={(value) => onFilter('podcast', value)}
        className="sm:w-72"
      />
      <SelectField
        label="Category"
        value={category ?? ALL}
        options={withAsked([{ value: ALL, label: 'All categories' }, ...categories], category)}
        onChange={(value) => onFilter('category', value)}
        className="sm:w-48"
      />
    </div>
  );
}

/** A link may filter by something that is not in the list (yet); it is shown as written. */
function withAsked(options: readonly { value: string; label: string }[], asked: string | null) {
  if (asked === null || options.some(({ value }) => value === asked)) return options;

  return [...options, { value: asked, label: asked }];
}

function Rows({
  podcast,
  category,
  onClear,
}: {
  podcast: string | null;
  category: string | null;
  onClear: (() => void) | null;
}) {
  const query = useInfiniteQuery(episodeList({ podcast, category }));
  const clear = onClear !== null && <Button onClick={onClear}>Clear filters</Button>;

  return (
    <Fetched
      query={query}
      pending={<EpisodeRowSkeletons label="Loading episodes" />}
      failed={
        <LoadingFailed
          query={query}
          level={2}
          title="Error loading episodes"
          action={
            <div className="flex gap-2">
              <Button onClick={() => void query.refetch()}>Try again</Button>
              {clear}
            </div>
          }
        />
      }
      isEmpty={({ pages }) => pages.every(({ episodes }) => episodes.length === 0)}
      empty={
        onClear === null ? (
          <Notice
            level={2}
            title="No episodes with mentions yet"
            action={
              <Link to="/search" className={buttonClasses('outline')}>
                Search podcasts
              </Link>
            }
          >
            Episodes appear here once a transcript mentions somebody or something.
          </Notice>
        ) : (
          <Notice level={2} title="No episodes found" action={clear}>
            No episode with mentions passes these filters.
          </Notice>
        )
      }
    >
      {({ pages }) => (
        <>
          <ul aria-label="Episodes" className="divide-line divide-y">
            {pages
              .flatMap(({ episodes }) => episodes)
              .map((episode) => (
                <li key={episode.id} className="[contain-intrinsic-size:auto_69px] [content-visibility:auto]">
                  <EpisodeRow episode={episode} />
                </li>
              ))}
          </ul>
          <NextPage query={query} />
        </>
      )}
    </Fetched>
  );
}
