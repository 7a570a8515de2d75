import { UNKNOWN_SPEAKER } from '@earmark/contracts/transcripts';
import { findTablesState } from '../kit/checkpoints.ts';
import type { Db } from '../kit/db.ts';
import { grouped } from '../kit/grouped.ts';
import { stemmerOf } from './stems.ts';

/** What searches need to know about the shown transcript of an episode; the same as long as its `stamp` is. */
export interface EpisodeFacts {
  readonly stamp: string;
  readonly segments: number;
  /** By place of the segment in the transcript. */
  readonly startsMs: Int32Array;
  /** Number of the speaker, by place of the segment. */
  readonly speakers: Int32Array;
  /** Distinct numbers. */
  readonly ownSpeakers: readonly number[];
  /** Numbers of the entities with mentions, ascending. */
  readonly entities: Int32Array;
  /** Of entity n: `places` from `ends[n - 1]` (0 for the first) up to `ends[n]`. */
  readonly ends: Int32Array;
  /** Places of the segments with a mention, ascending for each entity. */
  readonly places: Int32Array;
}

export interface SearchedEpisodeFacts extends EpisodeFacts {
  readonly uuid: string;
  readonly seriesUuid: string;
  /** For the words of its language; null: none. */
  readonly stemmer: string | null;
  /** Null: unknown. */
  readonly publishedMs: number | null;
  /** First of its bits in a set of segments; a multiple of 32. */
  readonly firstBit: number;
}

/** Gives texts numbers, for good. */
class Numbers {
  private readonly numbers = new Map<string, number>();
  readonly texts: string[] = [];

  of(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    this.numbers.set(text, this.texts.length);

    return this.texts.push(text) - 1;
  }

  find(text: string): number | null {
    return this.numbers.get(text) ?? null;
  }
}

/** All transcripts that are shown, at one moment. */
export interface Library {
  /** Newest first. */
  readonly episodes: readonly SearchedEpisodeFacts[];
  readonly byUuid: ReadonlyMap<string, SearchedEpisodeFacts>;
  readonly bits: number;
  /** By number of the entity, the number of its category. */
  readonly categoryOf: readonly number[];
  readonly names: LibraryNames;
}

export interface LibraryNames {
  readonly entities: Numbers;
  readonly speakers: Numbers;
  /** Ids of categories. */
  readonly categories: Numbers;
}

interface EpisodeRow {
  uuid: string;
  series_uuid: string;
  language: string | null;
  published_ms: number | null;
  stamp: string;
}

/**
 * Keeps what searches need of the transcripts: who says each segment, and which entities are mentioned there. It reads
 * again what has changed, and is about 15 MB for a million segments.
 */
export class SearchLibrary {
  private readonly names: LibraryNames = {
    entities: new Numbers(),
    speakers: new Numbers(),
    categories: new Numbers(),
  };
  private last: { state: string; library: Library } | null = null;
  private readonly reading = new Map<string, Promise<Library>>();
  private readonly categoryOf: number[] = [];

  /** As of the moment that `db`, a transaction, sees. */
  async at(db: Db): Promise<Library> {
    const state = await findTablesState(db as Parameters<typeof findTablesState>[0]);
    if (this.last?.state === state) return this.last.library;
    const known = this.reading.get(state);
    if (known) {
      // Another call reads the same moment. When it is given up, this one reads for itself.
      const library = await known.catch(() => null);
      if (library) return library;
    }
    const reading = this.read(db);
    this.reading.set(state, reading);
    try {
      const library = await reading;
      this.last = { state, library };

      return library;
    } finally {
      if (this.reading.get(state) === reading) this.reading.delete(state);
    }
  }

  private async read(db: Db): Promise<Library> {
    const { rows } = await db.query<EpisodeRow>(
      `select e.episode_uuid as uuid, e.series_uuid, c.language,
         (extract(epoch from p.published_at) * 1000)::float8 as published_ms,
         concat_ws(' ', e.version_id, e.transcript_revision, e.entities_revision, e.vocabulary_revision,
           e.matcher_version) as stamp
       from read.mentions_episode e
       join read.catalogue_episode p on p.episode_uuid = e.episode_uuid
       join read.catalogue_series c on c.series_uuid = e.series_uuid
       where e.segments > 0
       order by p.published_at desc nulls last, e.episode_uuid`,
    );
    const known = this.last?.library.byUuid;
    const changed = rows.filter((row) => known?.get(row.uuid)?.stamp !== row.stamp);
    const read = await this.readEpisodes(db, changed);
    await this.readCategories(db);
    let bits = 0;
    const episodes = rows.map((row): SearchedEpisodeFacts => {
      const facts = read.get(row.uuid) ?? known!.get(row.uuid)!;
      const firstBit = bits;
      bits += Math.ceil(facts.segments / 32) * 32;

      return {
        ...facts,
        uuid: row.uuid,
        seriesUuid: row.series_uuid,
        stemmer: stemmerOf(row.language),
        publishedMs: row.published_ms,
        firstBit,
      };
    });

    return {
      episodes,
      byUuid: new Map(episodes.map((episode) => [episode.uuid, episode])),
      bits,
      categoryOf: this.categoryOf,
      names: this.names,
    };
  }

  private async readEpisodes(db: Db, rows: readonly EpisodeRow[]): Promise<Map<string, EpisodeFacts>> {
    const facts = new Map<string, EpisodeFacts>();
    if (rows.length === 0) return facts;
    const uuids = rows.map(({ uuid }) => uuid);
    const segments = await db.query<{ uuid: string; ids: string[]; starts: number[]; speakers: (string | null)[] }>(
      `select s.episode_uuid as uuid, array_agg(s.segment_id::text order by s.order_key, s.segment_id) as ids,
         array_agg(s.start_ms order by s.order_key, s.segment_id) as starts,
         array_agg(k.name order by s.order_key, s.segment_id) as speakers
       from read.mentions_episode e
       join read.mentions_segment s on s.episode_uuid = e.episode_uuid and s.version_id = e.version_id
       left join read.mentions_speaker k on k.version_id = s.version_id and k.speaker_id = s.speaker_id
       where e.episode_uuid = any($1) group by s.episode_uuid`,
      [uuids],
    );
    const mentions = await db.query<{ uuid: string; entity: string; ids: string[] }>(
      `select m.episode_uuid as uuid, m.entity_id as entity, array_agg(m.segment_id::text) as ids
       from read.mentions_mention m where m.episode_uuid = any($1) group by m.episode_uuid, m.entity_id`,
      [uuids],
    );
    const found = grouped(mentions.rows, ({ uuid }) => uuid);
    const stamps = new Map(rows.map(({ uuid, stamp }) => [uuid, stamp]));
    for (const { uuid, ids, starts, speakers } of segments.rows) {
      const placeOf = new Map(ids.map((id, place) => [id, place]));
      const ofEntities = (found.get(uuid) ?? [])
        .map(({ entity, ids: own }) => ({
          entity: this.names.entities.of(entity),
          places: own.map((id) => placeOf.get(id)!).sort((a, b) => a - b),
        }))
        .sort((a, b) => a.entity - b.entity);
      let end = 0;
      const numbers = Int32Array.from(speakers, (name) => this.names.speakers.of(name ?? UNKNOWN_SPEAKER));
      facts.set(uuid, {
        stamp: stamps.get(uuid)!,
        segments: ids.length,
        startsMs: Int32Array.from(starts),
        speakers: numbers,
        ownSpeakers: [...new Set(numbers)],
        entities: Int32Array.from(ofEntities, ({ entity }) => entity),
        ends: Int32Array.from(ofEntities, ({ places }) => (end += places.length)),
        places: Int32Array.from(ofEntities.flatMap(({ places }) => places)),
      });
    }

    return facts;
  }

  /** An entity never changes its category. */
  private async readCategories(db: Db): Promise<void> {
    const { entities, categories } = this.names;
    const unknown = entities.texts.filter((_, entity) => this.categoryOf[entity] === undefined);
    if (unknown.length === 0) return;
    const { rows } = await db.query<{ entity: string; category: string }>(
      'select n.entity_id as entity, n.entity_type_id as category from read.vocabulary_entity n where n.entity_id = any($1)',
      [unknown],
    );
    for (const { entity, category } of rows) this.categoryOf[entities.of(entity)] = categories.of(category);
  }
}
