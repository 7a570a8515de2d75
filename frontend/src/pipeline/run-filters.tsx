import { RunStatus } from '@earmark/contracts/pipeline';
import type { PipelineRunsAnswer } from '@earmark/contracts/pipeline';
import type { SeriesCard } from '@earmark/contracts/series';
import { X } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { PodcastFilter } from './list-filters.tsx';
import { TextFilter } from '../ui/text-filter.tsx';
import type { RunFilter } from './run-filter.ts';
import { RUN_STATUSES } from './run-words.ts';

const ALL = 'all';

interface RunFiltersProps {
  filter: RunFilter;
  podcasts: readonly SeriesCard[];
  /** Undefined while they are loaded. */
  counts: PipelineRunsAnswer['counts'] | undefined;
  onFilter: (change: Partial<RunFilter>) => void;
}

/** State, podcast and words; the number of runs stands at each state. */
export function RunFilters({ filter, podcasts, counts, onFilter }: RunFiltersProps) {
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);

  return (
    <div className="border-line flex flex-col gap-3 border-b p-4">
      <div className="flex flex-wrap items-center gap-3">
        <Choice
          label="State"
          value={filter.status ?? ALL}
          options={[
            { value: ALL, label: numbered('All', total) },
            ...RunStatus.options.map((status) => ({
              value: status,
              label: numbered(RUN_STATUSES[status].label, counts && (counts[status] ?? 0)),
            })),
          ]}
          onChange={(value) => onFilter({ status: value === ALL ? undefined : value })}
        />
        {(filter.episode !== undefined || filter.batch !== undefined) && (
          <Button variant="quiet" onClick={() => onFilter({ episode: undefined, batch: undefined })}>
            <X aria-hidden="true" className="size-4" />
            {filter.batch === undefined ? 'Only one episode' : 'Only one batch'}
          </Button>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <TextFilter
          placeholder="Search runs by title"
          value={filter.q}
          onChange={(q) => onFilter({ q })}
          className="min-w-0 grow basis-60"
        />
        <PodcastFilter podcasts={podcasts} value={filter.podcast} onChange={(podcast) => onFilter({ podcast })} />
      </div>
    </div>
  );
}

const numbered = (label: string, count: number | undefined): string =>
  count === undefined ? label : `${label} ${count.toLocaleString('en-GB')}`;
