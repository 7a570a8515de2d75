import type { FeedItem } from '@earmark/contracts/history';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { refreshTouched } from '../kit/queries.ts';
import type { Change } from '../kit/queries.ts';
import { connectFeed } from './feed-connection.ts';
import type { FeedState } from './feed-connection.ts';

export interface LiveFeed {
  readonly state: FeedState;
  /** Newest first, the latest 50. */
  readonly items: readonly FeedItem[];
}

const KEPT_ITEMS = 50;
// Many events in a row refresh the page once.
const GATHER_MS = 250;
const ANYTHING: Change = { podcastUuid: null, episodeUuid: null, entityIds: [] };

/** Opens the site's one feed connection: use it once, at the root. What the lines concern is read again. */
export function useLiveFeed(): LiveFeed {
  const client = useQueryClient();
  const [state, setState] = useState<FeedState>('reconnecting');
  const [items, setItems] = useState<readonly FeedItem[]>([]);

  useEffect(() => {
    let changes: Change[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const gather = (change: Change) => {
      changes.push(change);
      timer ??= setTimeout(() => {
        const gathered = changes;
        changes = [];
        timer = undefined;
        void refreshTouched(client, gathered);
      }, GATHER_MS);
    };
    const disconnect = connectFeed('/api/events', {
      onState: setState,
      onItem: (item) => {
        setItems((known) =>
          known.some(({ position }) => position === item.position) ? known : [item, ...known].slice(0, KEPT_ITEMS),
        );
        gather(item);
      },
      onGap: () => gather(ANYTHING),
    });

    return () => {
      clearTimeout(timer);
      disconnect();
    };
  }, [client]);

  return { state, items };
}
