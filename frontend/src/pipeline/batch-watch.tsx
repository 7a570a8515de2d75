import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { counted } from '../kit/counted.ts';
import { useStored } from '../kit/stored.ts';
import { Button } from '../ui/button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Switch } from '../ui/switch.tsx';
import { notify } from '../ui/toast.tsx';
import { forgetBatch, wantsNotification, watchedBatches } from './batches.ts';
import { batchCounts } from './pipeline.api.ts';
import { CONSOLE } from './run-filter.ts';

const NONE: { id: string; runs: number }[] = [];

/** Batches that were started in this browser and have not ended, and whether their end is notified. */
export function Batches() {
  const batches = useStored(watchedBatches) ?? NONE;
  if (batches.length === 0) return null;

  return (
    <section aria-label="Batches" className="bg-surface border-line divide-line divide-y rounded-md border">
      {batches.map((batch) => (
        <Batch key={batch.id} id={batch.id} runs={batch.runs} />
      ))}
      {typeof Notification !== 'undefined' && <NotifySwitch />}
    </section>
  );
}

function Batch({ id, runs }: { id: string; runs: number }) {
  const isNotified = useStored(wantsNotification) ?? false;
  const { data: counts } = useQuery({ ...batchCounts(id), refetchIntervalInBackground: isNotified });
  const { queued = 0, running = 0, completed = 0, failed = 0, cancelled = 0 } = counts ?? {};
  const ended = completed + failed + cancelled;
  const hasEnded = counts !== undefined && queued + running === 0;
  const outcome = [
    `${completed.toLocaleString('en-GB')} completed`,
    failed > 0 && `${failed.toLocaleString('en-GB')} failed`,
    cancelled > 0 && `${cancelled.toLocaleString('en-GB')} cancelled`,
  ]
    .filter((part) => part !== false)
    .join(' · ');
  useEffect(() => {
    if (!hasEnded) return;
    forgetBatch(id);
    notify('The batch has ended', outcome);
    if (isNotified) tellBrowser('The batch has ended', outcome, id);
  }, [hasEnded, id, isNotified, outcome]);

  return (
    <article aria-label={`Batch of ${counted(runs, 'episode')}`} className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold">
          <Link to={`${CONSOLE}?${new URLSearchParams({ batch: id })}`} className="hover:text-accent">
            Batch of {counted(runs, 'episode')}
          </Link>
        </h2>
        <p className="text-ink-soft text-[13px] tabular-nums">
          {ended.toLocaleString('en-GB')} of {runs.toLocaleString('en-GB')} ended{ended > 0 && ` · ${outcome}`}
        </p>
        <Button variant="quiet" className="ml-auto" onClick={() => forgetBatch(id)}>
          Hide
        </Button>
      </div>
      <ProgressBar label="Progress of the batch" value={ended} max={Math.max(1, runs)} />
    </article>
  );
}

/** Asks the browser for the permission when it is switched on. */
function NotifySwitch() {
  const isOn = (useStored(wantsNotification) ?? false) && Notification.permission === 'granted';
  const change = async (wanted: boolean) => {
    if (!wanted) return wantsNotification.write(false);
    const permission = await Notification.requestPermission();
    wantsNotification.write(permission === 'granted');
    if (permission !== 'granted')
      notify('This browser does not allow notifications', 'Allow them for this site in its settings.');
  };

  return (
    <div className="px-3 py-1.5">
      <Switch label="Notify me when a batch ends" isOn={isOn} onChange={(wanted) => void change(wanted)}>
        Notify me when a batch ends, while this page is open
      </Switch>
    </div>
  );
}

function tellBrowser(title: string, body: string, tag: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted' || !document.hidden) return;
  try {
    new Notification(title, { body, tag });
  } catch (error) {
    // Some phones allow notifications from service workers only.
    if (!(error instanceof TypeError)) throw error;
  }
}
