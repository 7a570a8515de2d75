import type { FeedItem } from '@earmark/contracts/history';
import { createContext } from 'react';
import type { FeedState } from './feed-connection.ts';

export interface LiveFeed {
  readonly state: FeedState;
  /** Newest first, the latest 50. */
  readonly items: readonly FeedItem[];
}

/** The site's live feed, for components below the root. */
export const LiveFeedContext = createContext<LiveFeed>({ state: 'reconnecting', items: [] });
