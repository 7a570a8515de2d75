import type { z } from 'zod';

/** Delay after the server has refused the connection. */
const RETRY_MS = 10_000;

export interface ProgressListener<Item> {
  onItem: (item: Item) => void;
  /** Called when nothing is in progress any more. */
  onComplete: () => void;
  /** Called when the stream breaks, and when the page is visible again; until it is back, the listener has to poll. */
  onBroken: () => void;
  /** Checked with each message; the stream closes when it returns false. */
  isWatched: () => boolean;
}

/**
 * Follows what is in progress over one connection while the page is visible. A browser allows few connections per server,
 * shared by all tabs.
 */
export class ProgressStream<Item> {
  private source: EventSource | null = null;
  private notBefore = 0;
  private closeWhenHidden = () => {};

  constructor(private readonly item: z.ZodType<Item>) {}

  get isLive(): boolean {
    return this.source !== null && this.source.readyState === this.source.OPEN;
  }

  /** Does nothing if it is already open, or if the browser has no EventSource. */
  open(url: string, listener: ProgressListener<Item>): void {
    if (this.source !== null || typeof EventSource === 'undefined' || document.hidden) return;
    if (performance.now() < this.notBefore) return;
    const source = new EventSource(url, { withCredentials: true });
    this.source = source;
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (!listener.isWatched()) return this.close();
      listener.onItem(this.item.parse(JSON.parse(data)));
    });
    source.addEventListener('complete', () => {
      this.close();
      listener.onComplete();
    });
    source.addEventListener('error', () => {
      // Otherwise the browser reconnects on its own.
      if (source.readyState === source.CLOSED) {
        this.notBefore = performance.now() + RETRY_MS;
        this.close();
      }
      listener.onBroken();
    });
    this.closeWhenHidden = () => {
      if (!document.hidden) return;
      this.close();
      document.addEventListener('visibilitychange', () => listener.isWatched() && listener.onBroken(), { once: true });
    };
    document.addEventListener('visibilitychange', this.closeWhenHidden);
  }

  private close(): void {
    this.source?.close();
    this.source = null;
    document.removeEventListener('visibilitychange', this.closeWhenHidden);
  }
}
