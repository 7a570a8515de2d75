import type { EntityIndexAnswer } from '@earmark/contracts/search';
import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { TrendingDown, TrendingUp } from 'lucide-react';
import { Link } from '../kit/router/routing.tsx';
import { counted } from '../kit/counted.ts';
import { Button } from '../ui/button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { hueOf } from '../ui/hue.ts';
import { NextPage } from '../ui/more-button.tsx';
import { NamedIcon } from '../ui/named-icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { entityIndexParamsOf } from './entity-index-state.ts';
import type { EntityIndexState } from './entity-index-state.ts';
import { entityIndex } from './search.api.ts';

type Entity = EntityIndexAnswer['entities'][number];

interface EntityIndexProps {
  state: EntityIndexState;
  onClear: () => void;
}

/** The entities that pass the filter, in pages. */
export function EntityIndex({ state, onClear }: EntityIndexProps) {
  const params = String(entityIndexParamsOf(state));
  const query = useInfiniteQuery(entityIndex(params));
  const isFiltered = state.q !== '' || state.category !== '';

  return (
    <section aria-label="Entities" className="bg-surface border-line rounded-md border">
      <Fetched
        query={query}
        pending={<RowSkeletons />}
        failed={<LoadingFailed query={query} level={2} title="Error loading entities" />}
        isEmpty={({ pages }) => pages[0]?.total === 0}
        empty={
          isFiltered ? (
            <Notice level={2} title="No entities found" action={<Button onClick={onClear}>Clear filter</Button>}>
              No entity passes this filter.
            </Notice>
          ) : (
            <Notice level={2} title="No entities yet">
              Entities appear here once a transcript mentions them.
            </Notice>
          )
        }
      >
        {({ pages }) => (
          <div className={clsx('transition-opacity duration-150', query.isPlaceholderData && 'opacity-60')}>
            <div className="border-line flex flex-wrap items-baseline justify-between gap-x-4 border-b px-4 py-3.5">
              <h2 aria-live="polite" className="text-[15px] font-semibold tabular-nums">
                {counted(pages[0]?.total ?? 0, 'entity', 'entities')}
              </h2>
              {state.sort === 'rising' && (
                <p className="text-ink-soft text-[13px]">Mentions in 90 days, against the 90 before</p>
              )}
            </div>
            <ol aria-label="Entities" className="divide-line divide-y">
              {pages
                .flatMap(({ entities }) => entities)
                .map((entity) => (
                  <li key={entity.id} className="[contain-intrinsic-size:auto_57px] [content-visibility:auto]">
                    <Row entity={entity} />
                  </li>
                ))}
            </ol>
            <NextPage key={params} query={query} label="Show more" />
          </div>
        )}
      </Fetched>
    </section>
  );
}

function Row({ entity }: { entity: Entity }) {
  const { name, slug, type, iconName, colorClass, mentions, episodes } = entity;

  return (
    <Link
      to={`/entities/${encodeURIComponent(slug)}`}
      className="group hover:bg-hover flex items-center gap-3 px-4 py-2.5 focus-visible:-outline-offset-2"
    >
      <span data-hue={hueOf(colorClass)} className="chip flex size-9 shrink-0 items-center justify-center rounded-md">
        <NamedIcon name={iconName} className="size-4.5" />
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="group-hover:text-accent font-medium wrap-anywhere">{name}</span>
        <span className="text-ink-soft flex flex-wrap gap-x-3 text-[13px]">
          {type.replaceAll('_', ' ')}
          <Trend entity={entity} />
        </span>
      </span>
      <span className="w-26 shrink-0 text-right text-[13px] tabular-nums sm:w-44">
        <span className="block sm:inline">{counted(mentions, 'mention')}</span>{' '}
        <span className="text-ink-soft">in {counted(episodes, 'episode')}</span>
      </span>
    </Link>
  );
}

/** The last 90 days against the 90 before. */
function Trend({ entity: { recent, previous } }: { entity: Entity }) {
  if (recent === previous) return null;
  const isRising = recent > previous;
  const Icon = isRising ? TrendingUp : TrendingDown;

  return (
    <span
      title={`${recent} in the last 90 days, ${previous} in the 90 days before`}
      className={clsx('flex items-center gap-1 tabular-nums', isRising ? 'text-good' : 'text-ink-faint')}
    >
      <Icon aria-hidden="true" className="size-4" />
      <span className="sr-only">{isRising ? 'Rising:' : 'Falling:'}</span>
      {previous.toLocaleString('en-GB')} → {recent.toLocaleString('en-GB')}
    </span>
  );
}

function RowSkeletons() {
  return (
    <Loading label="Loading entities" className="divide-line divide-y">
      <div className="px-4 py-4">
        <Skeleton className="h-4 w-24" />
      </div>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="flex items-center gap-3 px-4 py-2.5">
          <Skeleton className="size-9 shrink-0" />
          <div className="flex-1">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="mt-1.5 h-3 w-1/5" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
