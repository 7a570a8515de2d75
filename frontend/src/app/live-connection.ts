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
// A burst of events refreshes the page once.
const BATCH_MS = 250;
const ANYTHING: Change = { podcastUuid: null, episodeUuid: null, entityIds: [] };

/**
 * Follows the live feed of the site; use it once, at the root. Each line refetches the data it concerns, and readers see
 * what others changed on the page they have open. `reader`: user name, null for a visitor, undefined while unknown. A
 * different reader gets a new connection, because the wording of the lines depends on the reader.
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
