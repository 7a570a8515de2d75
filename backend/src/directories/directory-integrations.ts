import type { DirectoryName } from '@earmark/contracts/series';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { FetchError } from '../feeds/fetch-error.ts';
import type { Fetcher } from '../feeds/fetcher.ts';
import { MAX_FEED_BYTES } from '../feeds/load-feed.ts';
import { FETCHER } from '../kit/core.ts';
import { Integrations, type Integration } from '../kit/integrations.ts';
import { Rejected } from '../kit/rejected.ts';
import { DirectoryChoices } from './directory-choices.ts';
import { SeenSeries } from './seen-series.ts';

const PURPOSES: Readonly<Record<DirectoryName, string>> = {
  taddy: 'Searches podcasts by name in the directory of Taddy.',
  podcastindex: 'Searches podcasts by name in Podcast Index.',
  itunes: 'Searches podcasts by name in Apple Podcasts.',
  rss: 'Reads the feeds of publishers, their transcripts and lists of feeds.',
};
const NAMES: Readonly<Record<DirectoryName, string>> = {
  taddy: 'Taddy',
  podcastindex: 'Podcast Index',
  itunes: 'Apple Podcasts',
  rss: 'Podcast feeds',
};

/** Directories and feeds among the services outside. */
@Injectable()
export class DirectoryIntegrations implements OnModuleInit {
  constructor(
    private readonly integrations: Integrations,
    private readonly choices: DirectoryChoices,
    private readonly seen: SeenSeries,
    @Inject(FETCHER) private readonly fetcher: Fetcher,
  ) {}

  onModuleInit(): void {
    const { taddy, podcastindex, itunes } = this.choices;
    this.integrations.add(
      this.of('taddy', async () => `${await taddy.requestsLeft()} requests are left this month.`),
      this.of('podcastindex', async () => {
        await podcastindex.check();
        return 'It accepts the key and answers searches.';
      }),
      this.of('itunes', async () => {
        await itunes.check();
        return 'It answers searches.';
      }),
      { ...this.of('rss', async () => ''), check: async () => this.checkFeed() },
    );
  }

  private of(name: DirectoryName, probe: () => Promise<string>): Integration {
    return {
      service: name,
      name: NAMES[name],
      purpose: PURPOSES[name],
      provider: name === this.choices.byDefault ? name : null,
      missing: this.choices.missing(name),
      check: async () => ({ reachable: true, message: await probe() }),
    };
  }

  /** Reads the feed that somebody looked at last: publishers have no service of their own. */
  private async checkFeed(): ReturnType<Integration['check']> {
    const feedUrl = await this.seen.findLastFeed();
    if (feedUrl === null) return { reachable: null, message: 'No feed has been looked at yet, so none was read.' };
    const { hostname } = new URL(feedUrl);
    try {
      await this.fetcher.get(feedUrl, { maxBytes: MAX_FEED_BYTES });

      return { reachable: true, message: `A feed of ${hostname} was read.` };
    } catch (error) {
      if (error instanceof FetchError) throw new Rejected('upstream-unavailable', error.message);
      throw error;
    }
  }
}
