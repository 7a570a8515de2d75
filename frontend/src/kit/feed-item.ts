import { FeedItem } from '@earmark/contracts/history';

/** A line of the live feed from the data of a server-sent event; null if it is invalid. */
export function parseFeedItem(data: unknown): FeedItem | null {
  if (typeof data !== 'string') return null;
  try {
    const parsed = FeedItem.safeParse(JSON.parse(data));

    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
