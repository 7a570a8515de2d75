import { RecountSummary } from '@earmark/contracts/recounts';

/** After the server has refused it. */
const RETRY_MS = 10_000;

export interface RecountListener {
  onRecount: (recount: RecountSummary) => void;
  /** Nothing is being counted any more. */
  onComplete: () => void;
  /** No news until the stream is back: whoever needs them asks. */
  onBroken: () => void;
  /** Asked with each news; when nobody watches, the stream is closed. */
  isWatched: () => boolean;
}

/**
 * Follows the recounts that are being counted, over one connection, while the page is visible. A browser keeps few connections
 * to a server, for all its tabs together.
 */
export class RecountStream {
  private source: EventSource | null = null;
  private notBefore = 0;

  constructor(private readonly url: string) {}

  get isLive(): boolean {
    return this.source !== null && this.source.readyState === this.source.OPEN;
  }

  /** Does nothing while it is open already, or where there is no such connection. */
  open(listener: RecountListener): void {
    if (this.source !== null || typeof EventSource === 'undefined' || document.hidden) return;
    if (performance.now() < this.notBefore) return;
    const source = new EventSource(this.url, { withCredentials: true });
    this.source = source;
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (!listener.isWatched()) return this.close();
      listener.onRecount(RecountSummary.parse(JSON.parse(data)));
    });
    source.addEventListener('complete', () => {
      this.close();
      listener.onComplete();
    });
    source.addEventListener('error', () => {
      // Else the browser connects again by itself.
      if (source.readyState === source.CLOSED) {
        this.notBefore = performance.now() + RETRY_MS;
        this.close();
      }
      listener.onBroken();
    });
    document.addEventListener('visibilitychange', this.closeWhenHidden);
  }

  private readonly closeWhenHidden = () => {
    if (document.hidden) this.close();
  };

  private close(): void {
    this.source?.close();
    this.source = null;
    document.removeEventListener('visibilitychange', this.closeWhenHidden);
  }
}
