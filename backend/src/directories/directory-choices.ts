import type { DirectoryChoice, DirectoryName } from '@earmark/contracts/series';
import type { Config } from '../config.ts';
import type { DirectoryProvider } from './directory-provider.ts';
import type { ItunesProvider } from './itunes.provider.ts';
import type { PodcastIndexProvider } from './podcastindex.provider.ts';
import type { RssProvider } from './rss.provider.ts';
import type { TaddyProvider } from './taddy.provider.ts';

export const DIRECTORY_LABELS: Readonly<Record<DirectoryName, string>> = {
  taddy: 'Taddy',
  podcastindex: 'Podcast Index',
  itunes: 'Apple Podcasts',
  rss: 'Feed address',
};

/** The four directories, and which of them is searched. */
export class DirectoryChoices {
  constructor(
    private readonly selected: Config['DIRECTORY_PROVIDER'],
    readonly taddy: TaddyProvider,
    readonly podcastindex: PodcastIndexProvider,
    readonly itunes: ItunesProvider,
    readonly rss: RssProvider,
  ) {}

  of(name: DirectoryName): DirectoryProvider {
    return this[name];
  }

  /** Searched when nobody names one: the selected one, else the best that can be used. */
  get byDefault(): DirectoryName {
    if (this.selected !== 'auto') return this.selected;
    if (this.missing('taddy').length === 0) return 'taddy';

    return this.missing('podcastindex').length === 0 ? 'podcastindex' : 'itunes';
  }

  /** Settings without which it cannot be used. */
  missing(name: DirectoryName): readonly string[] {
    return name === 'taddy' || name === 'podcastindex' ? this[name].missing : [];
  }

  list(): DirectoryChoice[] {
    return (['taddy', 'podcastindex', 'itunes', 'rss'] as const).map((name) => ({
      name,
      label: DIRECTORY_LABELS[name],
      configured: this.missing(name).length === 0,
      isDefault: name === this.byDefault,
    }));
  }
}
