import type { Pool } from 'pg';
import type { Db } from '../kit/db.ts';
import { yieldToUrgent } from '../kit/yielding.ts';
import { inOnePiece } from './bytes.ts';
import type { ChunkOfEpisode } from './episode-chunks.ts';
import type { EpisodeFacts } from './library.ts';
import { mentionFacts, small } from './mention-facts.ts';
import type { Names } from './names.ts';

/** Raise it with every change of what is written. */
const FORMAT = 3;
const AT_ONCE = 25;
/** An arbitrary number. */
const DDL_LOCK = 7_305_011;

/**
 * A cache: facts about episodes as the last server put them together, with numbers for the ids of entities. The schema may
 * be dropped at any time.
 */
export async function createKeptEpisodes(pool: Pool): Promise<void> {
  await pool.query(`
    select pg_advisory_xact_lock(${DDL_LOCK});
    create schema if not exists search;
    create table if not exists search.episode (
      episode_uuid uuid primary key,
      stamp        text not null,
      facts        bytea not null
    );
    alter table search.episode alter column facts set storage external;
    create table if not exists search.entity (
      number    integer generated always as identity primary key,
      entity_id uuid not null unique
    )`);
}

/** What makes stamps of the same tables alike; null: nothing is kept. */
export async function findKeeping(db: Db): Promise<string | null> {
  const { rows } = await db.query<{ is_there: boolean; tables: string | null }>(
    `select to_regclass('search.entity') is not null as is_there,
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
  const entities = await readEntities(db, names);
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    signal?.throwIfAborted();
    const some = new Map(wanted.slice(at, at + AT_ONCE).map(({ uuid, stamp }) => [uuid, stamp]));
    const { rows } = await db.query<{ uuid: string; stamp: string; facts: string }>({
      name: 'search: kept episodes',
      text: `select k.episode_uuid as uuid, k.stamp, encode(k.facts, 'base64') as facts
        from search.episode k where k.episode_uuid = any($1)`,
      values: [[...some.keys()]],
    });
    for (const { uuid, stamp, facts } of rows) {
      if (stamp === `${keeping} ${some.get(uuid)}`) {
        const kept = decode(Buffer.from(facts, 'base64'), some.get(uuid)!, names, entities);
        if (kept !== null) take(uuid, kept);
      }
      await yieldToUrgent();
    }
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
    const entities = await keepEntities(pool, names, new Set(some.flatMap(([, facts]) => [...facts.entities])));
    await pool.query(
      `insert into search.episode (episode_uuid, stamp, facts)
       select * from unnest($1::uuid[], $2::text[], $3::bytea[])
       on conflict (episode_uuid) do update set stamp = excluded.stamp, facts = excluded.facts`,
      [
        some.map(([uuid]) => uuid),
        some.map(([, { stamp }]) => `${keeping} ${stamp}`),
        some.map(([, facts]) => encode(facts, names, entities)),
      ],
    );
  }
}

/** The number of each entity on this server, by its number in the table; undefined: it has none. */
async function readEntities(db: Db, names: Names): Promise<(number | undefined)[]> {
  const { rows } = await db.query<{ number: number; id: string }>(
    'select number, entity_id as id from search.entity order by number',
  );
  const own: (number | undefined)[] = [];
  for (const { number, id } of rows) own[number] = names.entities.of(id);

  return own;
}

/** The numbers of these entities in the table, by those on this server. */
async function keepEntities(
  pool: Pool,
  { entities }: Names,
  wanted: ReadonlySet<number>,
): Promise<Map<number, number>> {
  const ids = [...wanted].map((entity) => entities.texts[entity]!);
  // Only new ones: a number is used up even where nothing is inserted.
  await pool.query(
    `insert into search.entity (entity_id)
     select w.id from unnest($1::uuid[]) as w(id) where not exists (select from search.entity e where e.entity_id = w.id)
     on conflict do nothing`,
    [ids],
  );
  const { rows } = await pool.query<{ number: number; id: string }>(
    'select number, entity_id as id from search.entity where entity_id = any($1)',
    [ids],
  );

  return new Map(rows.map(({ number, id }) => [entities.of(id), number]));
}

/** Numbers of speakers are those of one server, so their names are written out. */
function encode(
  { ids, startsMs, speakers, ownSpeakers, entities, ends, places, chunks }: EpisodeFacts,
  names: Names,
  numberOf: ReadonlyMap<number, number>,
) {
  const voices = new Map(ownSpeakers.map((speaker, index) => [speaker, index]));
  const text = Buffer.from(
    JSON.stringify({
      speakers: ownSpeakers.map((speaker) => names.speakers.texts[speaker]),
      chunks: chunks.map(({ chunk, firstPlace, placeOf }) => [chunk, firstPlace, placeOf && [...placeOf]]),
    }),
  );
  const sizes = Int32Array.of(text.length, startsMs.length, ids?.length ?? 0, entities.length, places.length);
  const numbers = [
    entities.map((entity) => numberOf.get(entity)!),
    startsMs,
    speakers.map((speaker) => voices.get(speaker)!),
    ends,
    places,
  ].map((array) => bytesOf(Int32Array.from(array)));

  return Buffer.concat([bytesOf(sizes), text, ids ?? Buffer.alloc(0), ...numbers]);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);

type Sizes = [text: number, segments: number, ids: number, entities: number, places: number];
type Chunks = [chunk: number, firstPlace: number, placeOf: number[] | null][];

function decode(
  bytes: Buffer,
  stamp: string,
  names: Names,
  ownNumbers: readonly (number | undefined)[],
): EpisodeFacts | null {
  let at = 0;
  const take = (length: number): Buffer => bytes.subarray(at, (at += length));
  // A copy: numbers must lie at multiples of four, and would hold on to everything else.
  const takeNumbers = (length: number): Int32Array => {
    const own = take(length * 4);

    return new Int32Array(own.buffer.slice(own.byteOffset, own.byteOffset + own.length));
  };
  const [ofText, segments, ofIds, ofEntities, ofPlaces] = takeNumbers(5) as unknown as Sizes;
  const { speakers: voices, chunks } = JSON.parse(take(ofText).toString()) as { speakers: string[]; chunks: Chunks };
  const ids = ofIds === 0 ? null : take(ofIds);
  const entities = takeNumbers(ofEntities).map((number) => ownNumbers[number] ?? -1);
  if (entities.includes(-1)) return null;
  const startsMs = takeNumbers(segments);
  const ownSpeakers = voices.map((name) => names.speakers.of(name));
  const speakers = small(takeNumbers(segments).map((voice) => ownSpeakers[voice]!));
  const ends = takeNumbers(ofEntities);
  const places = takeNumbers(ofPlaces);
  const mentions = Array.from(ends, (end, index) => ({
    entity: entities[index]!,
    places: places.subarray(index === 0 ? 0 : ends[index - 1], end),
  })).sort((a, b) => a.entity - b.entity);

  return inOnePiece({
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
  });
}
