import { FeedItem } from '@earmark/contracts/history';
import { z } from 'zod';
import { connectFeed } from './feed-connection.ts';
import type { FeedListener } from './feed-connection.ts';

const NAME = 'earmark-feed';

/** Messages between tabs: the tab with the connection forwards what it receives, and a new tab announces itself. */
export const FeedMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello') }),
  z.object({ kind: z.literal('state'), state: z.enum(['live', 'reconnecting', 'offline']) }),
  z.object({ kind: z.literal('item'), item: FeedItem }),
  z.object({ kind: z.literal('gap') }),
]);
export type FeedMessage = z.infer<typeof FeedMessage>;

/**
 * Follows the feed over one connection for all tabs of the browser, until the returned function is called. The tab that
 * holds the lock has the connection; when it closes, another one takes over and reports a gap. Without Web Locks or
 * BroadcastChannel, every tab has its own connection.
 */
export function connectSharedFeed(url: string, listener: FeedListener): () => void {
  if (!('locks' in navigator) || typeof BroadcastChannel !== 'function') return connectFeed(url, listener);
  const channel = new BroadcastChannel(NAME);
  const ended = new AbortController();
  const tell = (message: FeedMessage) => channel.postMessage(message);
  // Set once another tab has sent something, because its last messages may have been missed.
  let hasFollowed = false;
  let leave: (() => void) | null = null;

  channel.addEventListener('message', ({ data }) => {
    const message = FeedMessage.safeParse(data);
    if (!message.success || message.data.kind === 'hello' || leave !== null) return;
    hasFollowed = true;
    hear(message.data, listener);
  });
  tell({ kind: 'hello' });

  const lead = () =>
    new Promise<void>((resolve) => {
      if (ended.signal.aborted) return resolve();
      if (hasFollowed) hear({ kind: 'gap' }, listener);
      const disconnect = connectAndTell(url, listener, channel);
      leave = () => {
        disconnect();
        resolve();
      };
    });
  navigator.locks.request(NAME, { signal: ended.signal }, lead).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  });

  return () => {
    ended.abort();
    leave?.();
    channel.close();
  };
}

/** Forwards everything from the connection, and its state to every tab that asks. */
function connectAndTell(url: string, listener: FeedListener, channel: BroadcastChannel): () => void {
  let state: FeedMessage = { kind: 'state', state: 'reconnecting' };
  const say = (message: Exclude<FeedMessage, { kind: 'hello' }>) => {
    if (message.kind === 'state') state = message;
    hear(message, listener);
    channel.postMessage(message);
  };
  const answer = ({ data }: MessageEvent) => {
    const message = FeedMessage.safeParse(data);
    if (message.success && message.data.kind === 'hello') channel.postMessage(state);
  };
  channel.addEventListener('message', answer);
  const disconnect = connectFeed(url, {
    onState: (now) => say({ kind: 'state', state: now }),
    onItem: (item) => say({ kind: 'item', item }),
    onGap: () => say({ kind: 'gap' }),
  });

  return () => {
    disconnect();
    channel.removeEventListener('message', answer);
  };
}

function hear(message: Exclude<FeedMessage, { kind: 'hello' }>, { onState, onItem, onGap }: FeedListener): void {
  switch (message.kind) {
    case 'state':
      return onState(message.state);
    case 'item':
      return onItem(message.item);
    case 'gap':
      return onGap();
  }
}
