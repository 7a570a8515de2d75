import { useQuery } from '@tanstack/react-query';
import * as Tabs from 'radix-ui/tabs';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from '../kit/router/routing.tsx';
import { useAddress } from '../kit/address.ts';
import { Batches } from '../pipeline/batch-watch.tsx';
import { EpisodesToProcess } from '../pipeline/episodes-to-process.tsx';
import { ProcessForm } from '../pipeline/process-form.tsx';
import { ProcessingHistory } from '../pipeline/processing-history.tsx';
import { filterOf } from '../pipeline/run-filter.ts';
import type { RunFilter } from '../pipeline/run-filter.ts';
import { RunList } from '../pipeline/run-list.tsx';
import { RunPanel } from '../pipeline/run-panel.tsx';
import { seriesCards } from '../series/series.api.ts';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { TabList } from '../ui/tabs.tsx';

const TABS = [
  { value: 'runs', label: 'Runs' },
  { value: 'to-process', label: 'Episodes to Process' },
  { value: 'history', label: 'Processing History' },
] as const;
type Tab = (typeof TABS)[number]['value'];

const TITLE = 'Universal Episode Processing System';

/** Starts and watches the runs of the pipeline. */
export function EpisodesAdminPage() {
  const [params] = useSearchParams();
  const setAddress = useAddress();
  // The focus goes along to a run and back.
  const [wasMoved, setMoved] = useState(false);
  const { data: podcasts = [] } = useQuery(seriesCards);
  const filter = useMemo(() => filterOf(params), [params]);
  const run = params.get('run');
  const tab = TABS.find(({ value }) => value === params.get('tab'))?.value ?? 'runs';
  const openRun = (id: string | null) => {
    setMoved(true);
    setAddress({ run: id }, 'push');
  };
  const openTab = (next: Tab) =>
    setAddress({ tab: next === 'runs' ? null : next, status: null, episode: null, batch: null }, 'push');
  const setFilter = useCallback(
    (change: Partial<RunFilter>) =>
      setAddress(Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value ?? null]))),
    [setAddress],
  );

  return (
    <PageFrame title={TITLE} className="flex flex-col gap-6">
      <PageTitle
        title={TITLE}
        subtitle="A nine-step workflow from an episode to a finished transcript. A run continues on the server, whether or not this page is open."
      />
      {run !== null ? (
        <RunPanel key={run} runId={run} takesFocus={wasMoved} onBack={() => openRun(null)} onRun={openRun} />
      ) : (
        <>
          <ProcessForm onRun={openRun} />
          <Batches />
          <Tabs.Root
            value={tab}
            onValueChange={(next) => openTab(TABS.find(({ value }) => value === next)?.value ?? 'runs')}
            className="flex min-w-0 flex-col gap-4"
          >
            <TabList label="Episode Management" tabs={TABS} />
            <Tabs.Content value="runs" tabIndex={-1}>
              <RunList
                filter={filter}
                podcasts={podcasts}
                onFilter={setFilter}
                onToProcess={() => openTab('to-process')}
              />
            </Tabs.Content>
            <Tabs.Content value="to-process" tabIndex={-1}>
              <EpisodesToProcess
                filter={{ podcast: filter.podcast, q: filter.q }}
                podcasts={podcasts}
                onFilter={setFilter}
                onQueued={(batch) => setAddress({ tab: null, q: null, podcast: null, status: null, batch }, 'push')}
              />
            </Tabs.Content>
            <Tabs.Content value="history" tabIndex={-1}>
              <ProcessingHistory />
            </Tabs.Content>
          </Tabs.Root>
        </>
      )}
    </PageFrame>
  );
}
