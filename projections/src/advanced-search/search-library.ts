import type { Pool } from 'pg';
import { findTablesState } from '../kit/checkpoints.ts';
import type { Db } from '../kit/db.ts';
import { EpisodeReader } from './episode-facts.ts';
import type { Library, SearchedEpisodeFacts, ShownChunk } from './library.ts';
import { Names } from './names.ts';
import { RememberedPostings } from './remembered-postings.ts';
import { ShownNames } from './shown-names.ts';
import { stemmerOf } from './stems.ts';

interface EpisodeRow {
  uuid: string;
  version: string;
  series_uuid: string;
  language: string | null;
  published_ms: number | null;
  stamp: string;
}

/** All that searches know at one state of the tables. */
export interface SearchMoment {
  /** See `findTablesState`. */
  readonly state: string;
  readonly library: Library;
  readonly shown: ShownNames;
}

/** Where a search takes its library from. */
export type LibraryAt = Pick<SearchLibrary, 'at'>;

/**
 * Keeps what searches need of the transcripts besides their words: who says each segment, and which entities are
 * mentioned there. It reads again what has changed, and takes about 40 MB for a million segments.
 */
export class SearchLibrary {
  private readonly names = new Names();
  private readonly remembered = new RememberedPostings();
  private readonly reader = new EpisodeReader(this.names);
  private last: SearchMoment | null = null;
  /** What `last` was made of. */
  private made = '';
  private reading: Promise<unknown> = Promise.resolve();

  /** What was read at this state of the tables; null: they have another one since. */
  known(state: string): SearchMoment | null {
    return this.last?.state === state ? this.last : null;
  }

  /** As of the moment that `db`, a transaction, sees. Reading ends with `signal`. */
  async at(db: Db, signal: AbortSignal | null = null): Promise<SearchMoment> {
    const state = await findTablesState(db);
    const known = this.known(state);
    if (known) return known;
    const before = this.reading;
    const reading = (async () => {
      // One after the other: the next one reads only what the one before it has not. Its caller knows of its failure.
      await before.catch(() => undefined);
      if (this.last?.state !== state)
        this.last = { state, library: await this.read(db, signal), shown: new ShownNames() };

      return this.last;
    })();
    this.reading = reading;

    return reading;
  }

  /** Keeps what was read of episodes, so that the next start need not put it together again. */
  async keep(pool: Pool, signal: AbortSignal): Promise<void> {
    await this.reader.keep(pool, signal);
  }

  private async read(db: Db, signal: AbortSignal | null): Promise<Library> {
    const { rows } = await db.query<EpisodeRow>(
      `select e.episode_uuid as uuid, e.version_id as version, e.series_uuid, c.language,
         (extract(epoch from p.published_at) * 1000)::float8 as published_ms,
         concat_ws(' ', e.version_id, e.transcript_revision, e.entities_revision, e.vocabulary_revision,
           e.matcher_version, e.merged) as stamp
       from read.mentions_episode e
       join read.catalogue_episode p on p.episode_uuid = e.episode_uuid
       join read.catalogue_series c on c.series_uuid = e.series_uuid
       where e.segments > 0
       order by p.published_at desc nulls last, e.episode_uuid`,
    );
    const { facts, lastChunk } = await this.reader.read(db, rows, signal);
    const made = JSON.stringify([lastChunk, rows]);
    // Another log: its chunks have the numbers of others.
    if (this.last !== null && lastChunk < this.last.library.lastChunk) this.remembered.clear();
    // What was counted for it, and found in it, holds on.
    if (this.last !== null && this.made === made) return this.last.library;
    const categoryOf = await this.names.readCategories(db);
    let bits = 0;
    const chunks: (ShownChunk | undefined)[] = [];
    const episodes = rows.map((row): SearchedEpisodeFacts => {
      const own = facts.get(row.uuid)!;
      const firstBit = bits;
      bits += Math.ceil(own.segments / 32) * 32;
      const episode: SearchedEpisodeFacts = {
        // Written out: an object that is copied with `...` is slow to read, and each search reads all.
        stamp: own.stamp,
        segments: own.segments,
        ids: own.ids,
        startsMs: own.startsMs,
        speakers: own.speakers,
        ownSpeakers: own.ownSpeakers,
        entities: own.entities,
        counts: own.counts,
        mentions: own.mentions,
        speakerEnds: own.speakerEnds,
        mentioning: own.mentioning,
        mentioned: own.mentioned,
        mentioners: own.mentioners,
        ends: own.ends,
        places: own.places,
        entitiesAt: own.entitiesAt,
        endsAt: own.endsAt,
        chunks: own.chunks,
        uuid: row.uuid,
        versionId: row.version,
        seriesUuid: row.series_uuid,
        stemmer: stemmerOf(row.language),
        publishedMs: row.published_ms,
        year: row.published_ms === null ? null : new Date(row.published_ms).getUTCFullYear(),
        firstBit,
      };
      for (const { chunk, firstPlace, placeOf } of own.chunks)
        chunks[chunk] = {
          episode,
          firstBit: placeOf === null ? firstBit + firstPlace : -1,
          bitOf: placeOf && placeOf.map((place) => (place === -1 ? -1 : firstBit + place)),
        };

      return episode;
    });

    this.made = made;

    return {
      episodes,
      byUuid: new Map(episodes.map((episode) => [episode.uuid, episode])),
      chunks,
      bits,
      stemmers: [...new Set(episodes.map(({ stemmer }) => stemmer))].filter((stemmer) => stemmer !== null),
      categoryOf,
      names: this.names,
      lastChunk,
      remembered: this.remembered,
    };
  }
}
