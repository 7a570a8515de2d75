import { CHUNK_SIZE } from '../segment-rows.ts';

interface Chunk<Row> {
  readonly key: string;
  readonly rows: readonly Row[];
}

/**
 * Cuts a list into chunks that begin where they began before: a row that comes or goes moves no other into another chunk,
 * which would make it anew.
 */
export function makeChunker<Row>(idOf: (row: Row) => string): (rows: readonly Row[]) => Chunk<Row>[] {
  const starters = new Set<string>();

  return (rows) => {
    const isFirst = starters.size === 0;
    const most = isFirst ? CHUNK_SIZE : CHUNK_SIZE * 2;
    const chunks: { key: string; rows: Row[] }[] = [];
    for (const row of rows) {
      const id = idOf(row);
      const last = chunks.at(-1);
      if (last !== undefined && !starters.has(id) && last.rows.length < most) {
        last.rows.push(row);
        continue;
      }
      starters.add(id);
      chunks.push({ key: id, rows: [row] });
    }

    return chunks;
  };
}
