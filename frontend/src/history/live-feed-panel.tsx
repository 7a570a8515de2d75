import type { FeedItem } from '@earmark/contracts/history';
import { clsx } from 'clsx';
import { Link } from '../kit/router/routing.tsx';
import { formatDistance } from '../kit/date.ts';
import type { FeedState } from '../kit/feed-connection.ts';
import type { LiveFeed } from '../kit/live-feed.ts';

const STATES: Record<FeedState, { text: string; dot: string; hint: string }> = {
  live: { text: 'Live', dot: 'bg-good', hint: 'Changes appear here as they happen.' },
  reconnecting: { text: 'Reconnecting', dot: 'bg-warn', hint: 'The connection was lost and is being restored.' },
  offline: { text: 'Offline', dot: 'bg-bad', hint: 'No connection to the server; trying again shortly.' },
};

/** The lines of the feed, newest first, and the state of the connection. */
export function LiveFeedPanel({ feed, onFollow }: { feed: LiveFeed; onFollow: () => void }) {
  const state = STATES[feed.state];

  return (
    <>
      <div className="border-line flex shrink-0 items-center justify-between gap-3 border-b px-4 py-3">
        <h2 className="font-semibold">Live activity</h2>
        <output className="text-ink-soft flex items-center gap-1.5 text-[13px]">
          <span aria-hidden="true" className={clsx('size-2 rounded-full', state.dot)} />
          {state.text}
        </output>
      </div>
      {feed.items.length === 0 ? (
        <div className="px-4 py-6 text-center">
          <p className="font-medium">Nothing has happened yet</p>
          <p className="text-ink-soft mt-1">{state.hint}</p>
        </div>
      ) : (
        <ol aria-label="Live feed" className="divide-line min-h-0 divide-y overflow-y-auto overscroll-contain">
          {feed.items.map((item) => (
            <li key={item.position} className="px-4 py-2.5">
              <Line item={item} onFollow={onFollow} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Line({ item, onFollow }: { item: FeedItem; onFollow: () => void }) {
  return (
    <>
      <p className="text-pretty">
        {item.link === null ? (
          item.sentence
        ) : (
          <Link to={item.link} onClick={onFollow} className="hover:text-accent underline-offset-2 hover:underline">
            {item.sentence}
          </Link>
        )}
      </p>
      <p className="text-ink-faint text-xs">
        {item.actor} · <time dateTime={item.at}>{formatDistance(item.at)}</time>
      </p>
    </>
  );
}
