export type StreamState = 'live' | 'reconnecting' | 'offline';

export interface StreamListener {
  onState: (state: StreamState) => void;
  onMessage: (data: string, id: string) => void;
  /** Messages may have been missed. */
  onGap: () => void;
  /** By the names of events other than `message`. */
  on: Readonly<Record<string, (data: string, id: string) => void>>;
}

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;

/**
 * Follows a stream of server-sent events until the returned function is called. The browser reconnects on its own with the
 * last id it saw; where it gives up (on an error response), this opens new connections with growing delays. A gap is
 * reported whenever a new connection does not resume where the last one broke.
 */
export function connectEvents(url: string, { onState, onMessage, onGap, on }: StreamListener): () => void {
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
    opened.addEventListener('message', ({ data, lastEventId }: MessageEvent<string>) => {
      hasId ||= lastEventId !== '';
      onMessage(data, lastEventId);
    });
    for (const [name, handle] of Object.entries(on))
      opened.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => handle(data, lastEventId));
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
