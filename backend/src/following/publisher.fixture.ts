import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve } from '../feeds/loopback.fixture.ts';
import { channel, item } from '../feeds/rss.fixture.ts';

interface Page {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}
type Answer = Page | ((request: IncomingMessage, response: ServerResponse) => void);

/** A publisher for specs. Pages have an ETag, by which they may be asked for conditionally. */
export interface Publisher {
  /** http://127.0.0.1:port without a trailing slash. */
  readonly url: string;
  /** By path. Others are not found. */
  readonly pages: Record<string, Answer>;
  /** Paths asked for, each followed by "?" when the request was conditional. */
  readonly asked: string[];
  close(): Promise<void>;
}

export async function openPublisher(): Promise<Publisher> {
  const pages: Record<string, Answer> = {};
  const asked: string[] = [];
  const server = await serve((request, response) => {
    const path = request.url ?? '';
    const page = pages[path] ?? { status: 404 };
    asked.push(path + (request.headers['if-none-match'] === undefined ? '' : '?'));
    if (typeof page === 'function') return page(request, response);
    const etag = `"${createHash('sha1')
      .update(page.body ?? '')
      .digest('hex')}"`;
    if ((page.status ?? 200) === 200 && request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(page.status ?? 200, { etag, ...page.headers }).end(page.body);
  });

  return { url: server.url, pages, asked, close: async () => server.close() };
}

/** A feed of episodes named by their guids; `more` is added to its facts. */
export const feedOf = (name: string, guids: readonly string[], more = ''): Page => ({
  body: channel(
    `<title>${name}</title>${more}`,
    guids.map((guid) => item({ guid: `${name} ${guid}`, title: `${name} ${guid}` })).join(''),
  ),
});

/** The same with a transcript for each. */
export const transcribedFeedOf = (name: string, guids: readonly string[], transcriptUrl: string): Page => ({
  body: channel(
    `<title>${name}</title>`,
    guids
      .map((guid) =>
        item({
          guid: `${name} ${guid}`,
          title: `${name} ${guid}`,
          more: `<podcast:transcript url="${transcriptUrl}" type="text/vtt"/>`,
        }),
      )
      .join(''),
  ),
});

export const movedTo = (location: string): Page => ({ status: 301, headers: { location } });
