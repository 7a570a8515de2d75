import type { Addition, AdditionItem } from '@earmark/contracts/series';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Link } from '../../kit/router/routing.tsx';
import { z } from 'zod';
import { counted } from '../../kit/counted.ts';
import { stored, useStored } from '../../kit/stored.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { additions, isRunning, useCancelAddition } from './additions.api.ts';

const closed = stored('earmark-closed-additions', z.array(z.string()), { until: 'tab' });

/** What is being added, and the outcome of what was added within the last hour, until it is closed. */
export function Additions() {
  const { data = [] } = useQuery(additions);
  const hidden = useStored(closed) ?? [];
  const shown = data.filter((addition) => isRunning(addition) || !hidden.includes(addition.id));
  if (shown.length === 0) return null;

  return (
    <section aria-label="Additions" className="bg-surface border-line divide-line divide-y rounded-md border">
      {shown.map((addition) => (
        <OneAddition key={addition.id} addition={addition} onClose={() => closed.write([...hidden, addition.id])} />
      ))}
    </section>
  );
}

const STATUSES = {
  running: { label: 'Adding', tone: 'accent' },
  done: { label: 'Done', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'warn' },
  failed: { label: 'Failed', tone: 'bad' },
} as const;

function OneAddition({ addition, onClose }: { addition: Addition; onClose: () => void }) {
  const { id, status, problem, total, done, items } = addition;
  const cancel = useCancelAddition();
  const { label, tone } = STATUSES[status];
  const title = titleOf(addition);

  return (
    <article aria-label={title} className="flex flex-col gap-2 px-4 py-3">
      <div className="flex min-h-8 items-center gap-x-3">
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-[15px] font-semibold wrap-anywhere">{title}</h2>
          <output className="flex">
            <Badge tone={tone}>{label}</Badge>
          </output>
          <p className="text-ink-soft text-[13px] tabular-nums">{countsOf(addition)}</p>
        </div>
        {isRunning(addition) ? (
          <Button
            aria-label={`Cancel: ${title}`}
            aria-disabled={cancel.isPending}
            onClick={() => !cancel.isPending && cancel.mutate(id)}
          >
            {cancel.isPending ? 'Cancelling…' : 'Cancel'}
          </Button>
        ) : (
          <IconButton label={`Close: ${title}`} onClick={onClose} className="-mr-2">
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        )}
      </div>
      {isRunning(addition) && <ProgressBar label={`Progress: ${title}`} value={done} max={Math.max(total, 1)} />}
      {problem !== null && <Failure message={problem} />}
      {items.length > 0 && <Items addition={addition} />}
    </article>
  );
}

function Items({ addition: { kind, items } }: { addition: Addition }) {
  return (
    <ul
      aria-label={kind === 'feeds' ? 'Feeds' : 'Episodes that failed'}
      // Focusable, so that it can be scrolled with the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="border-line max-h-64 overflow-y-auto rounded-md border px-3 py-1 text-[13px] focus-visible:-outline-offset-2"
    >
      {items.map((item, index) => (
        <li key={`${index} ${item.name}`} className="flex flex-wrap items-baseline gap-x-3 py-1">
          <Item item={item} isPodcast={kind === 'feeds'} />
        </li>
      ))}
    </ul>
  );
}

const ITEM_STATUSES: Readonly<Record<AdditionItem['status'], { label: string; className: string }>> = {
  waiting: { label: 'Waiting', className: 'text-ink-faint' },
  added: { label: 'Added', className: 'text-good' },
  exists: { label: 'Already here', className: 'text-ink-soft' },
  failed: { label: 'Failed', className: 'text-bad' },
};

function Item({ item: { name, status, uuid, error }, isPodcast }: { item: AdditionItem; isPodcast: boolean }) {
  const { label, className } = ITEM_STATUSES[status];

  return (
    <>
      <span className={`w-24 shrink-0 font-medium ${className}`}>{label}</span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        {isPodcast && uuid !== null ? (
          <Link to={`/podcast/${uuid}`} className="text-accent underline underline-offset-2 pointer-coarse:py-3">
            {name}
          </Link>
        ) : (
          name
        )}
        {error !== null && <span className="text-ink-soft block">{error}</span>}
      </span>
    </>
  );
}

const titleOf = ({ kind, name, total }: Addition): string =>
  kind === 'feeds' ? counted(total, 'feed') : `Episodes of ${name ?? 'a podcast'}`;

function countsOf({ status, total, done, added, existing, failed }: Addition): string {
  return [
    status === 'running' ? `${done.toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')}` : null,
    `${added.toLocaleString('en-GB')} added`,
    existing > 0 ? `${existing.toLocaleString('en-GB')} already here` : null,
    failed > 0 ? `${failed.toLocaleString('en-GB')} failed` : null,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
