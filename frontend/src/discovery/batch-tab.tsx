import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadingFailed } from '../ui/fetched.tsx';
import { BatchEpisodes } from './batch-episodes.tsx';
import { BatchList } from './batch-list.tsx';
import { useStartBatch } from './batch-orders.ts';
import { BatchWatch } from './batch-watch.tsx';
import { discoveryBatches } from './discovery.api.ts';

/** Searches many episodes at the server. Whoever opens the page sees what runs. */
export function BatchTab() {
  const query = useQuery(discoveryBatches);
  const [opened, setOpened] = useState<string | null>(null);
  const batches = query.data ?? [];
  const running = batches.find(({ status }) => status === 'running');
  // One that ended while it was watched stays in view.
  const [watched, setWatched] = useState<string | null>(null);
  if (running !== undefined && running.id !== watched) setWatched(running.id);
  const shown = batches.find(({ id }) => id === (opened ?? watched));
  const start = useStartBatch(() => setOpened(null));

  return (
    <div className="flex flex-col gap-4">
      {shown !== undefined && (
        <BatchWatch
          key={shown.id}
          batch={shown}
          isAskedFor={shown.id === opened}
          onClose={
            shown.status === 'running'
              ? null
              : () => {
                  setOpened(null);
                  if (shown.id === watched) setWatched(null);
                }
          }
        />
      )}
      <BatchEpisodes
        isRunning={running !== undefined}
        isStarting={start.isPending}
        onRun={(episodeUuids, onStarted) => start.mutate(episodeUuids, { onSuccess: onStarted })}
      />
      {query.error !== null && query.data === undefined ? (
        <LoadingFailed query={query} title="Error loading earlier batches" />
      ) : (
        <BatchList batches={batches.filter(({ id }) => id !== shown?.id)} onOpen={setOpened} />
      )}
    </div>
  );
}
