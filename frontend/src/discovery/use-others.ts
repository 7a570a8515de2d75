import { CandidateStatus } from '@earmark/contracts/discovery';
import type { CandidateCard, DiscoveredEntity } from '@earmark/contracts/discovery';
import type { FeedItem } from '@earmark/contracts/history';
import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { LiveFeedContext } from '../kit/live-feed.ts';
import { patchCards } from './decisions.ts';
import { getAllIds } from './discovery.api.ts';
import type { ReviewView } from './review-view.ts';

const STATUS_PATH = /^candidates\/([^/]+)\/status$/;
const BULK: Readonly<Record<string, CandidateStatus>> = { EntityApproved: 'approved', EntityRejected: 'rejected' };

/**
 * Greys out what others decide, with who, and says whether new candidates have been found since the queue was loaded. The
 * queue itself stays in place under the reader's hands.
 */
export function useOthers(view: ReviewView, cards: readonly CandidateCard[], isLoaded: boolean) {
  const client = useQueryClient();
  const { items } = useContext(LiveFeedContext);
  const seen = useRef<string | null>(null);
  const [hasNew, setNew] = useState(false);

  const hear = useEffectEvent((fresh: readonly FeedItem[]) => {
    if (fresh.some(({ type }) => type === 'EntityDiscovered')) setNew(true);
    for (const item of fresh.filter(({ own }) => own !== true)) {
      const changes = changesIn(item);
      if (changes.size > 0) patchCards(client, changes);
      else if (item.diff?.length === 0 && BULK[item.type] !== undefined)
        void catchUp(client, view, cards, item).then((isKnown) => isKnown || setNew(true));
    }
  });
  useEffect(() => {
    const newest = items[0]?.position ?? null;
    const before = seen.current;
    seen.current = newest;
    // What came before the queue was loaded is in it.
    if (!isLoaded || newest === null || newest === before) return;
    const at = before === null ? -1 : items.findIndex(({ position }) => position === before);
    hear(at === -1 ? items : items.slice(0, at));
  }, [items, isLoaded]);

  return { hasNew, onLoaded: () => setNew(false) };
}

/** A line about many changes does not name them. False: too much has changed to find out what. */
async function catchUp(
  client: QueryClient,
  view: ReviewView,
  cards: readonly CandidateCard[],
  { type, actor, at }: FeedItem,
): Promise<boolean> {
  const { ids, isComplete } = await getAllIds({ ...view, status: 'pending' });
  if (!isComplete) return false;
  const pending = new Set(ids);
  const decided = cards.flatMap(({ members }) =>
    members.filter(({ id, status }) => status === 'pending' && !pending.has(id)),
  );
  const reviewed = { status: BULK[type] ?? 'pending', reviewedBy: actor, reviewedAt: at };
  patchCards(client, new Map(decided.map(({ id }) => [id, reviewed])));

  return true;
}

function changesIn({ diff = [], actor, at }: FeedItem): ReadonlyMap<string, Partial<DiscoveredEntity>> {
  return new Map(
    diff.flatMap(({ path, to }): [string, Partial<DiscoveredEntity>][] => {
      const id = STATUS_PATH.exec(path)?.[1];
      const status = CandidateStatus.safeParse(to);
      if (id === undefined || !status.success) return [];
      const reviewed =
        status.data === 'pending' ? { reviewedBy: null, reviewedAt: null } : { reviewedBy: actor, reviewedAt: at };

      return [[id, { status: status.data, ...reviewed }]];
    }),
  );
}
