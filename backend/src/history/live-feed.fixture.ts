import { expect } from '@jest/globals';
import type { FeedItem } from '@earmark/contracts/history';
import { SeriesUuid, seriesFacts } from '@earmark/contracts/series';
import { systemContext } from '../kit/system-context.ts';
import type { RunningApp } from '../testing/running-app.ts';

export async function cookieOf(app: RunningApp, username: string): Promise<string> {
  const body = { username, password: 'correct horse battery' };
  const { headers } = await app.visitor('POST', '/api/auth/login', body);

  return (headers.get('set-cookie') ?? '').split(';')[0]!;
}

export async function addSeries(app: RunningApp, name: string, number: number): Promise<void> {
  const seriesUuid = SeriesUuid.parse(`11111111-1111-4111-8111-${String(number).padStart(12, '0')}`);
  const { position } = await app.services.series.putSeries(
    { seriesUuid, feedUrl: null, itunesId: null, facts: seriesFacts(name) },
    systemContext('spec'),
  );
  while (app.feed.head < position!) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Follows the feed from now on, or after `lastEventId`. */
export async function follow(app: RunningApp, { lastEventId, cookie }: { lastEventId?: string; cookie?: string } = {}) {
  const abort = new AbortController();
  const response = await fetch(`${app.url}/api/events`, {
    signal: abort.signal,
    headers: {
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      ...(cookie === undefined ? {} : { cookie }),
    },
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const chunks = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const read = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      const { done, value } = await chunks.read();
      if (done) throw new Error(`the feed ended: ${text}`);
      text += decoder.decode(value, { stream: true });
    }
  };
  const items = (): FeedItem[] =>
    text.split('\n\n').flatMap((block) => {
      const data = /^data: (\{"position".*\})$/m.exec(block);
      return data ? [JSON.parse(data[1]!) as FeedItem] : [];
    });
  await read(() => text.includes('retry: '));
  if (lastEventId === undefined) await read(() => text.includes('event: hello\ndata: {}\n\n'));

  return {
    until: async (count: number) => {
      await read(() => items().length >= count);
      return items();
    },
    untilSays: async (sentence: string) => {
      await read(() => items().some((item) => item.sentence === sentence));
      return items();
    },
    untilReset: async () => read(() => text.includes('event: reset\ndata: {}\n\n')),
    stop: () => abort.abort(),
  };
}
