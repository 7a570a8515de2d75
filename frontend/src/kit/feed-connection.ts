import type { FeedItem } from '@earmark/contracts/history';
import { connectEvents } from './event-stream.ts';
import type { StreamState } from './event-stream.ts';
import { parseFeedItem } from './feed-item.ts';

export type FeedState = StreamState;

export interface FeedListener {
  onState: (state: FeedState) => void;
  onItem: (item: FeedItem) => void;
  /** Lines may have been missed, so all data on screen may be stale. */
  onGap: () => void;
}

/** Follows the feed until the returned function is called. */
export const connectFeed = (url: string, { onState, onItem, onGap }: FeedListener): (() => void) =>
  connectEvents(url, {
    onState,
    onMessage: (data) => {
      const item = parseFeedItem(data);
      if (item !== null) onItem(item);
    },
    onGap,
    on: { reset: onGap },
  });
