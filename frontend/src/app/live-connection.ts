import type { FeedItem } from '@earmark/contracts/history';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { batched } from '../kit/batched.ts';
import { isAboutOpenPage, refreshTouched } from '../kit/queries.ts';
import type { Change } from '../kit/queries.ts';
import { notifyAside } from '../ui/toast.tsx';
import type { FeedState } from '../kit/feed-connection.ts';
import { connectSharedFeed } from '../kit/shared-feed.ts';
import type { LiveFeed } from '../kit/live-feed.ts';

const KEPT_ITEMS = 50;
// Many events in a row refresh the page once.
const BATCH_MS = 250;
const ANYTHING: Change = { podcastUuid: null, episodeUuid: null, entityIds: [] };

/**
 * Follows the site's one feed: use it once, at the root. What the lines concern is read again, and who has the page open
 * is told what somebody else did to it. `reader`: name, null for a visitor, undefined while that is not known; another one
 * is told in other words, over a connection of its own.
 */
export function useLiveFeed(reader: string | null | undefined): LiveFeed {
  const client = useQueryClient();
  const [state, setState] = useState<FeedState>('reconnecting');
  const [items, setItems] = useState<readonly FeedItem[]>([]);

  useEffect(() => {
    if (reader === undefined) return undefined;
    const changes = batched<Change>(BATCH_MS, (touched) => refreshTouched(client, touched));
    const disconnect = connectSharedFeed('/api/events', {
      onState: setState,
      onItem: (item) => {
        setItems((known) =>
          known.some(({ position }) => position === item.position) ? known : [item, ...known].slice(0, KEPT_ITEMS),
        );
        changes.add(item);
        if (item.own !== true && isAboutOpenPage(client, item))
          notifyAside(item.sentence, `By ${item.actor}, just now`);
      },
      onGap: () => changes.add(ANYTHING),
    });

    return () => {
      changes.stop();
      disconnect();
    };
  }, [client, reader]);

  return { state, items };
}
