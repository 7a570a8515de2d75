import type { RecountSummary } from '@earmark/contracts/recounts';
import { clsx } from 'clsx';
import { Link } from '../kit/router/routing.tsx';
import { formatDistance } from '../kit/date.ts';
import { RecountBadge } from './recount-status.tsx';
import { scopeWords, totalsSentence } from './recount-words.ts';

interface RecountHistoryProps {
  recounts: readonly RecountSummary[];
  /** The one that is shown. */
  openId: string | null;
  linkTo: (id: string) => string;
}

/** All recounts, newest first; each can be opened. */
export function RecountHistory({ recounts, openId, linkTo }: RecountHistoryProps) {
  return (
    <ol aria-label="Recounts" className="divide-line divide-y">
      {recounts.map((recount) => {
        const { id, startedAt, startedBy, before, after } = recount;
        return (
          <li key={id}>
            <Link
              to={linkTo(id)}
              preventScrollReset
              aria-current={id === openId ? 'true' : undefined}
              className={clsx(
                'flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 focus-visible:-outline-offset-2',
                id === openId ? 'bg-accent-soft' : 'hover:bg-hover',
              )}
            >
              <RecountBadge recount={recount} />
              <span className="font-medium tabular-nums">
                {before !== null && after !== null ? totalsSentence(before, after) : scopeWords(recount)}
              </span>
              <span className="text-ink-soft text-[13px] sm:ml-auto">
                {before !== null && after !== null && `${scopeWords(recount)} · `}
                {startedBy}, <time dateTime={startedAt}>{formatDistance(startedAt)}</time>
              </span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
