import { recordedSegmentId, UNKNOWN_SPEAKER } from '@earmark/contracts/transcripts';
import type { Pool } from 'pg';
import type { Db } from '../kit/db.ts';
import { grouped } from '../kit/grouped.ts';
import { yieldToUrgent } from '../kit/yielding.ts';
import { ID_BYTES, idAt, inOnePiece, queryBytes, uuidOf } from './bytes.ts';
import { Chunks, readChunks, shownChunks, type Chunk } from './episode-chunks.ts';
import { findKeeping, keepEpisodes, readKept } from './kept-episodes.queries.ts';
import type { EpisodeFacts, Small } from './library.ts';
import { mentionFacts, small, type MentionFacts } from './mention-facts.ts';
import type { Names } from './names.ts';

/** Read with one statement. */
const EPISODES_AT_ONCE = 20;

interface Wanted {
  readonly uuid: string;
  readonly version: string;
  readonly stamp: string;
}

/** Reads facts about episodes, and keeps them until they change. */
export class EpisodeReader {
  /** Also what an ended reading has read. */
  private known = new Map<string, EpisodeFacts>();
  private readonly chunks = new Chunks();

  /** Read, but not kept for the next start. */
  private readonly fresh = new Map<string, EpisodeFacts>();

  constructor(private readonly names: Names) {}

  /** Keeps what was read for the next start. */
  async keep(pool: Pool, signal: AbortSignal): Promise<void> {
    const keeping = await findKeeping(pool);
    if (keeping === null) return;
    const fresh = [...this.fresh];
    await keepEpisodes(pool, this.names, keeping, fresh, signal);
    // Meanwhile some may have been read again.
    for (const [uuid, facts] of fresh) if (this.fresh.get(uuid) === facts) this.fresh.delete(uuid);
  }

  /** Of all `episodes`, which are all that are shown. `db` is a transaction. Ends with `signal`. */
  async read(
    db: Db,
    episodes: readonly Wanted[],
    signal: AbortSignal | null,
  ): Promise<{ facts: ReadonlyMap<string, EpisodeFacts>; lastChunk: number }> {
    const lastChunk = await this.chunks.read(db);
    const stamped = episodes.map((one) => ({ ...one, stamp: `${one.stamp} ${this.chunks.countOf(one.version)}` }));
    const changed = stamped.filter(({ uuid, stamp }) => this.known.get(uuid)?.stamp !== stamp);
    // One that has changed while the server was running was not kept by anybody before.
    const keeping = this.known.size === 0 ? await findKeeping(db) : null;
    if (keeping !== null)
      await readKept(db, this.names, keeping, changed, (uuid, facts) => this.known.set(uuid, facts), signal);
    const others = changed.filter(({ uuid, stamp }) => this.known.get(uuid)?.stamp !== stamp);
    for (let at = 0; at < others.length; at += EPISODES_AT_ONCE) {
      signal?.throwIfAborted();
      await this.readSome(db, others.slice(at, at + EPISODES_AT_ONCE));
    }
    const facts = new Map(episodes.map(({ uuid }) => [uuid, this.known.get(uuid)!]));
    this.known = facts;

    return { facts, lastChunk };
  }

  private async readSome(db: Db, wanted: readonly Wanted[]): Promise<void> {
    const uuids = wanted.map(({ uuid }) => uuid);
    const chunks = await readChunks(
      db,
      wanted.map(({ version }) => version),
    );
    const segments = await queryBytes(
      db,
      `select s.episode_uuid::text as key,
         string_agg(uuid_send(s.segment_id) || int4send(s.start_ms) || coalesce(uuid_send(s.speaker_id), ''::bytea)
           || case when s.speaker_id is null then decode('00000000000000000000000000000000', 'hex') else ''::bytea end,
           ''::bytea order by s.order_key, s.segment_id) as bytes
       from read.mentions_episode e
       join read.mentions_segment s on s.episode_uuid = e.episode_uuid and s.version_id = e.version_id
       where e.episode_uuid = any($1) group by s.episode_uuid`,
      [uuids],
    );
    const mentions = await queryBytes(
      db,
      `select m.episode_uuid::text as key,
         string_agg(uuid_send(m.entity_id) || uuid_send(m.segment_id), ''::bytea) as bytes
       from read.mentions_mention m where m.episode_uuid = any($1) group by m.episode_uuid`,
      [uuids],
    );
    const speakers = await db.query<{ version: string; id: string; name: string }>(
      `select k.version_id as version, replace(k.speaker_id::text, '-', '') as id, k.name
       from read.mentions_speaker k where k.version_id = any($1)`,
      [wanted.map(({ version }) => version)],
    );
    const speakersOf = grouped(speakers.rows, ({ version }) => version);
    for (const { uuid, version, stamp } of wanted) {
      const numbers = new Map(
        (speakersOf.get(version) ?? []).map(({ id, name }) => [
          Buffer.from(id, 'hex').toString('latin1'),
          this.names.speakers.of(name),
        ]),
      );
      const facts = {
        stamp,
        ...this.factsOf(
          version,
          segments.get(uuid) ?? Buffer.alloc(0),
          mentions.get(uuid) ?? Buffer.alloc(0),
          numbers,
          chunks.get(version) ?? [],
        ),
      };
      this.known.set(uuid, facts);
      this.fresh.set(uuid, facts);
      await yieldToUrgent();
    }
  }

  private factsOf(
    version: string,
    segments: Buffer,
    mentions: Buffer,
    numbers: ReadonlyMap<string, number>,
    chunks: readonly Chunk[],
  ): Omit<EpisodeFacts, 'stamp'> {
    const length = ID_BYTES + 4 + ID_BYTES;
    const count = segments.length / length;
    const ids = Buffer.alloc(count * ID_BYTES);
    const startsMs = new Int32Array(count);
    const voices = new Int32Array(count);
    const placeOf = new Map<string, number>();
    for (let place = 0; place < count; place += 1) {
      const at = place * length;
      segments.copy(ids, place * ID_BYTES, at, at + ID_BYTES);
      placeOf.set(idAt(segments, at), place);
      startsMs[place] = segments.readInt32BE(at + ID_BYTES);
      voices[place] = numbers.get(idAt(segments, at + ID_BYTES + 4)) ?? this.names.speakers.of(UNKNOWN_SPEAKER);
    }

    const speakers = small(voices);

    return inOnePiece({
      segments: count,
      ids: isAsRecorded(ids, version) ? null : ids,
      startsMs,
      speakers,
      ownSpeakers: [...new Set(speakers)],
      ...this.mentionsOf(mentions, placeOf, speakers),
      chunks: shownChunks(chunks, placeOf),
    });
  }

  private mentionsOf(mentions: Buffer, placeOf: ReadonlyMap<string, number>, speakers: Small): MentionFacts {
    const byEntity = new Map<string, number[]>();
    for (let at = 0; at < mentions.length; at += 2 * ID_BYTES) {
      const place = placeOf.get(idAt(mentions, at + ID_BYTES));
      if (place === undefined) continue;
      const entity = idAt(mentions, at);
      const own = byEntity.get(entity);
      if (own) own.push(place);
      else byEntity.set(entity, [place]);
    }
    const sorted = [...byEntity]
      .map(([id, places]) => ({ entity: this.names.entities.of(uuidOf(id)), places: places.sort((a, b) => a - b) }))
      .sort((a, b) => a.entity - b.entity);

    return mentionFacts(sorted, speakers);
  }
}

const isAsRecorded = (ids: Buffer, version: string): boolean => {
  for (let place = 0; place * ID_BYTES < ids.length; place += 1)
    if (uuidOf(idAt(ids, place * ID_BYTES)) !== recordedSegmentId(version, place)) return false;

  return true;
};

/** The id of the segment at a place. `versionId`: of the transcript. */
export const segmentIdAt = (
  { ids, versionId }: Pick<EpisodeFacts, 'ids'> & { readonly versionId: string },
  place: number,
): string => (ids === null ? recordedSegmentId(versionId, place) : uuidOf(idAt(ids, place * ID_BYTES)));
