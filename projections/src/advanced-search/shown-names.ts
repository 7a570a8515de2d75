import type { Db } from '../kit/db.ts';
import { RecentlyUsed } from '../kit/recently-used.ts';
import { mentionsOf } from './library-counts.ts';
import type { Library } from './library.ts';
import {
  listCategoryLabels,
  listEntityNames,
  listEpisodeNames,
  listPodcastNames,
  type CategoryLabel,
  type EntityName,
  type EpisodeName,
  type PodcastName,
} from './search-names.queries.ts';

/** A few hundred bytes each. */
const ENTITIES_AHEAD = 2000;

/** Whom or what a filter names. */
export interface NamedEntity {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}
export interface NamedPodcast {
  readonly uuid: string;
  readonly name: string;
  readonly slug: string;
}

const ANSWERS_KEPT = 1000;

/** Answers to questions about names, null when there is none. */
class Answers<Found> {
  private readonly known = new RecentlyUsed<{ readonly found: Found | null }>(ANSWERS_KEPT);

  async find(question: readonly (string | null)[], look: () => Promise<Found | null>): Promise<Found | null> {
    const key = JSON.stringify(question);
    const known = this.known.find(key);
    if (known) return known.found;
    const found = await look();
    this.known.set(key, { found });

    return found;
  }
}

/** What is shown of entities, podcasts and episodes at one state of the tables, read once. */
export class ShownNames {
  readonly entitiesNamed = new Answers<NamedEntity>();
  readonly podcastsNamed = new Answers<NamedPodcast>();
  private readonly byEntity = new Map<string, EntityName>();
  private readonly byPodcast = new Map<string, PodcastName>();
  private readonly byEpisode = new Map<string, EpisodeName>();
  private byCategory: ReadonlyMap<string, CategoryLabel> | null = null;

  /** Reads those that most searches show, so that the first ones need not wait for them. */
  async readAhead(db: Db, library: Library): Promise<void> {
    const byMentions = [...mentionsOf(library)].sort((a, b) => b[1] - a[1]);
    await this.entities(
      db,
      byMentions.slice(0, ENTITIES_AHEAD).map(([id]) => id),
    );
    await this.episodes(
      db,
      library.episodes.map(({ uuid }) => uuid),
    );
    await this.podcasts(
      db,
      library.episodes.map(({ seriesUuid }) => seriesUuid),
    );
  }

  /** By id. At least these; without those that there are not. */
  async entities(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, EntityName>> {
    return readMissing(this.byEntity, ids, async (missing) => listEntityNames(db, missing));
  }

  async podcasts(db: Db, uuids: readonly string[]): Promise<ReadonlyMap<string, PodcastName>> {
    return readMissing(this.byPodcast, uuids, async (missing) => listPodcastNames(db, missing));
  }

  async episodes(db: Db, uuids: readonly string[]): Promise<ReadonlyMap<string, EpisodeName>> {
    return readMissing(this.byEpisode, uuids, async (missing) => listEpisodeNames(db, missing));
  }

  async categories(db: Db): Promise<ReadonlyMap<string, CategoryLabel>> {
    return (this.byCategory ??= await listCategoryLabels(db));
  }
}

async function readMissing<Shown>(
  known: Map<string, Shown>,
  wanted: readonly string[],
  read: (missing: readonly string[]) => Promise<ReadonlyMap<string, Shown>>,
): Promise<ReadonlyMap<string, Shown>> {
  const missing = [...new Set(wanted)].filter((key) => !known.has(key));
  if (missing.length > 0) for (const [key, shown] of await read(missing)) known.set(key, shown);

  return known;
}
