import type { FeedItem } from '@earmark/contracts/history';
import { parseFeedItem } from './feed-item.ts';

export type FeedState = 'live' | 'reconnecting' | 'offline';

export interface FeedListener {
  onState: (state: FeedState) => void;
  onItem: (item: FeedItem) => void;
  /** Lines may have been missed, so all data on screen may be stale. */
  onGap: () => void;
}

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;

/**
 * Follows the feed until the returned function is called. The browser reconnects on its own with the last id it saw; where
 * it gives up (on an error response), this opens new connections with growing delays. A gap is reported whenever a new
 * connection does not resume where the last one broke.
 */
export function connectFeed(url: string, { onState, onItem, onGap }: FeedListener): () => void {
  let source: EventSource | null = null;
  let retryMs = FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let missedSome = false;
  // Without an id the browser cannot resume, so a new connection starts with the next event.
  let hasId = false;

  const open = () => {
    const opened = new EventSource(url, { withCredentials: true });
    source = opened;
    opened.addEventListener('open', () => {
      retryMs = FIRST_RETRY_MS;
      onState('live');
      if (missedSome) onGap();
      missedSome = false;
    });
    opened.addEventListener('message', ({ data, lastEventId }) => {
      hasId ||= lastEventId !== '';
      const item = parseFeedItem(data);
      if (item !== null) onItem(item);
    });
    opened.addEventListener('reset', onGap);
    opened.addEventListener('error', () => {
      missedSome ||= !hasId;
      if (opened.readyState === EventSource.CONNECTING && navigator.onLine) return onState('reconnecting');
      onState('offline');
      if (opened.readyState === EventSource.CONNECTING) return;
      missedSome = true;
      hasId = false;
      timer = setTimeout(open, retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    });
  };
  open();

  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
