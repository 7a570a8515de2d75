import type { Db } from '../kit/db.ts';
import { grouped } from '../kit/grouped.ts';
import { ID_BYTES, idAt } from './bytes.ts';

export interface ChunkOfEpisode {
  readonly chunk: number;
  /** Of its first segment, when the others follow; else -1. */
  readonly firstPlace: number;
  /** By number of the segment in the chunk; -1: its text is not shown. Null when `firstPlace` says it. */
  readonly placeOf: Int32Array | null;
}

export interface Chunk {
  readonly chunk: number;
  readonly ids: Buffer;
}

/** The numbers of chunks of all versions; they are only ever added. */
export class Chunks {
  private byVersion = new Map<string, number>();
  private last = -1;

  countOf(version: string): number {
    return this.byVersion.get(version) ?? 0;
  }

  /** The number of the last one. */
  async read(db: Db): Promise<number> {
    const { rows } = await db.query<{ last: number }>(
      'select coalesce(max(c.chunk), -1)::integer as last from read.passages_chunk c',
    );
    const last = rows[0]!.last;
    if (last < this.last) {
      // Another log.
      this.byVersion = new Map();
      this.last = -1;
    }
    if (last === this.last) return last;
    const added = await db.query<{ version: string; count: number }>(
      `select c.version_id as version, count(*)::integer as count
       from read.passages_chunk c where c.chunk > $1 group by c.version_id`,
      [this.last],
    );
    for (const { version, count } of added.rows) this.byVersion.set(version, this.countOf(version) + count);
    this.last = last;

    return last;
  }
}

/** By version, in their order. */
export async function readChunks(db: Db, versions: readonly string[]): Promise<Map<string, Chunk[]>> {
  const { rows } = await db.query<{ version: string; chunk: number; ids: Buffer }>(
    `select c.version_id as version, c.chunk, c.segment_ids as ids
     from read.passages_chunk c where c.version_id = any($1) order by c.chunk`,
    [versions],
  );

  return grouped(rows, ({ version }) => version);
}

/** `chunks`: oldest first. Without those whose texts were all edited or deleted since. */
export function shownChunks(chunks: readonly Chunk[], placeOfId: ReadonlyMap<string, number>): ChunkOfEpisode[] {
  const replaced = new Set<string>();
  const shown: ChunkOfEpisode[] = [];
  for (const { chunk, ids } of chunks.toReversed()) {
    const places = placesOf(ids, placeOfId, replaced);
    if (places.some((place) => place !== -1)) {
      const isInARow = places[0] !== -1 && places.every((place, number) => place === places[0]! + number);
      shown.push(
        isInARow ? { chunk, firstPlace: places[0]!, placeOf: null } : { chunk, firstPlace: -1, placeOf: places },
      );
    }
    // Chunks of one or two segments are edits; others were recorded together, and share none.
    if (ids.length <= 2 * ID_BYTES) for (let at = 0; at < ids.length; at += ID_BYTES) replaced.add(idAt(ids, at));
  }

  return shown.toReversed();
}

/** By number of the segment in the chunk; -1: its text is not shown. */
const placesOf = (ids: Buffer, placeOfId: ReadonlyMap<string, number>, replaced: ReadonlySet<string>): Int32Array =>
  Int32Array.from({ length: ids.length / ID_BYTES }, (_, number) => {
    const id = idAt(ids, number * ID_BYTES);

    return replaced.has(id) ? -1 : (placeOfId.get(id) ?? -1);
  });
