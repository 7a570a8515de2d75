import type { Pool } from 'pg';
import type { Db } from '../kit/db.ts';
import type { ChunkOfEpisode, EpisodeFacts } from './episode-facts.ts';
import { mentionFacts } from './mention-facts.ts';
import type { Names } from './names.ts';

/** Raise it with every change of what is written. */
const FORMAT = 2;
const ID_BYTES = 16;
const AT_ONCE = 100;
/** An arbitrary number. */
const DDL_LOCK = 7_305_011;

/** A cache: facts about episodes as the last server put them together. It may be dropped at any time. */
export async function createKeptEpisodes(pool: Pool): Promise<void> {
  await pool.query(`
    select pg_advisory_xact_lock(${DDL_LOCK});
    create schema if not exists search;
    create table if not exists search.episode (
      episode_uuid uuid primary key,
      stamp        text not null,
      facts        bytea not null
    );
    alter table search.episode alter column facts set storage external`);
}

/** What makes stamps of the same tables alike; null: nothing is kept. */
export async function findKeeping(db: Db): Promise<string | null> {
  const { rows } = await db.query<{ is_there: boolean; tables: string | null }>(
    `select to_regclass('search.episode') is not null as is_there,
       string_agg(concat_ws(' ', p.name, p.version, p.log_id), ' ' order by p.name) as tables
     from read.projection p where p.name in ('mentions', 'passages')`,
  );

  return rows[0]!.is_there ? `${FORMAT} ${rows[0]!.tables}` : null;
}

/** By uuid, those that are kept with these stamps. */
export async function readKept(
  db: Db,
  names: Names,
  keeping: string,
  wanted: readonly { uuid: string; stamp: string }[],
  take: (uuid: string, facts: EpisodeFacts) => void,
  signal: AbortSignal | null,
): Promise<void> {
  const entities = new Map<string, number>();
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    signal?.throwIfAborted();
    const some = new Map(wanted.slice(at, at + AT_ONCE).map(({ uuid, stamp }) => [uuid, stamp]));
    const { rows } = await db.query<{ uuid: string; stamp: string; facts: string }>({
      name: 'search: kept episodes',
      text: `select k.episode_uuid as uuid, k.stamp, encode(k.facts, 'base64') as facts
        from search.episode k where k.episode_uuid = any($1)`,
      values: [[...some.keys()]],
    });
    for (const { uuid, stamp, facts } of rows)
      if (stamp === `${keeping} ${some.get(uuid)}`)
        take(uuid, decode(Buffer.from(facts, 'base64'), some.get(uuid)!, names, entities));
  }
}

/** Keeps facts for the next start. */
export async function keepEpisodes(
  pool: Pool,
  names: Names,
  keeping: string,
  episodes: readonly (readonly [uuid: string, facts: EpisodeFacts])[],
  signal: AbortSignal,
): Promise<void> {
  for (let at = 0; at < episodes.length; at += AT_ONCE) {
    signal.throwIfAborted();
    const some = episodes.slice(at, at + AT_ONCE);
    await pool.query(
      `insert into search.episode (episode_uuid, stamp, facts)
       select * from unnest($1::uuid[], $2::text[], $3::bytea[])
       on conflict (episode_uuid) do update set stamp = excluded.stamp, facts = excluded.facts`,
      [
        some.map(([uuid]) => uuid),
        some.map(([, { stamp }]) => `${keeping} ${stamp}`),
        some.map(([, facts]) => encode(facts, names)),
      ],
    );
  }
}

/** Numbers are those of one server, so names and ids are written out, once for an episode. */
function encode({ ids, startsMs, speakers, ownSpeakers, entities, ends, places, chunks }: EpisodeFacts, names: Names) {
  const voices = new Map(ownSpeakers.map((speaker, index) => [speaker, index]));
  const text = Buffer.from(
    JSON.stringify({
      speakers: ownSpeakers.map((speaker) => names.speakers.texts[speaker]),
      chunks: chunks.map(({ chunk, firstPlace, placeOf }) => [chunk, firstPlace, placeOf && [...placeOf]]),
    }),
  );
  const sizes = Int32Array.of(text.length, startsMs.length, entities.length, places.length);
  const ofEntities = Buffer.from(
    Array.from(entities, (entity) => names.entities.texts[entity]!.replaceAll('-', '')).join(''),
    'hex',
  );
  const numbers = [startsMs, speakers.map((speaker) => voices.get(speaker)!), ends, places].map((array) =>
    bytesOf(Int32Array.from(array)),
  );

  return Buffer.concat([bytesOf(sizes), text, ids, ofEntities, ...numbers]);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);

type Chunks = [chunk: number, firstPlace: number, placeOf: number[] | null][];

/** `numberOf`: of the entities, by the bytes of their ids. */
function decode(bytes: Buffer, stamp: string, names: Names, numberOf: Map<string, number>): EpisodeFacts {
  let at = 0;
  const take = (length: number): Buffer => bytes.subarray(at, (at += length));
  // A copy: numbers must lie at multiples of four, and would hold on to everything else.
  const takeNumbers = (length: number): Int32Array => {
    const own = take(length * 4);

    return new Int32Array(own.buffer.slice(own.byteOffset, own.byteOffset + own.length));
  };
  const [ofText, segments, ofEntities, ofPlaces] = takeNumbers(4) as unknown as [number, number, number, number];
  const { speakers: voices, chunks } = JSON.parse(take(ofText).toString()) as { speakers: string[]; chunks: Chunks };
  const ids = Buffer.from(take(segments * ID_BYTES));
  const entityIds = take(ofEntities * ID_BYTES);
  const startsMs = takeNumbers(segments);
  const ownSpeakers = voices.map((name) => names.speakers.of(name));
  const speakers = takeNumbers(segments).map((voice) => ownSpeakers[voice]!);
  const ends = takeNumbers(ofEntities);
  const places = takeNumbers(ofPlaces);
  const mentions = Array.from(ends, (end, index) => ({
    entity: numberOfId(entityIds.toString('latin1', index * ID_BYTES, (index + 1) * ID_BYTES), names, numberOf),
    places: places.subarray(index === 0 ? 0 : ends[index - 1], end),
  })).sort((a, b) => a.entity - b.entity);

  return {
    stamp,
    segments,
    ids,
    startsMs,
    speakers,
    ownSpeakers,
    ...mentionFacts(mentions, speakers),
    chunks: chunks.map(([chunk, firstPlace, placeOf]): ChunkOfEpisode => ({
      chunk,
      firstPlace,
      placeOf: placeOf && Int32Array.from(placeOf),
    })),
  };
}

function numberOfId(id: string, { entities }: Names, known: Map<string, number>): number {
  const number = known.get(id);
  if (number !== undefined) return number;
  const hex = Buffer.from(id, 'latin1').toString('hex');
  const read = entities.of(
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
  );
  known.set(id, read);

  return read;
}
