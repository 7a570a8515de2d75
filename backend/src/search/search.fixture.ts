import type { EpisodePage } from '@earmark/contracts/episodes';
import type { AdvancedSearchAnswer } from '@earmark/contracts/search';
import { startApp, type RunningApp } from '../testing/running-app.ts';

export type SearchParameters = Readonly<Record<string, string | number>>;

export interface PodcastPage {
  /** Slug. */
  readonly podcast: string;
  readonly page: EpisodePage;
}

/** An app with the sample library, and what a visitor asks it. */
export interface SearchedApp {
  readonly app: RunningApp;
  /** Throws for any error status. */
  get<Body>(path: string): Promise<Body>;
  search(asked: SearchParameters): Promise<AdvancedSearchAnswer>;
  /** Of all episodes. */
  pages(): Promise<PodcastPage[]>;
}

export async function startSearchedApp(): Promise<SearchedApp> {
  const app = await startApp();
  await app.services.sampleLibrary.load(() => undefined);
  const head = await app.services.log.head();
  while (!(await app.services.checkpoints.passed(head)));
  const get = async <Body>(path: string): Promise<Body> => {
    const { status, body } = await app.visitor('GET', path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);

    return body as Body;
  };

  const pages = async () => {
    const all: PodcastPage[] = [];
    for (const { slug: podcast } of await get<{ slug: string }[]>('/api/dashboard/podcast-series'))
      for (const { slug } of (await get<{ episodes: { slug: string }[] }>(`/api/podcasts/${podcast}`)).episodes)
        all.push({ podcast, page: await get<EpisodePage>(`/api/podcasts/${podcast}/${slug}`) });

    return all;
  };

  return { app, get, pages, search: async (asked) => get(`/api/search/advanced?${parameters(asked)}`) };
}

export const parameters = (asked: SearchParameters): string =>
  new URLSearchParams(Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)])).toString();
