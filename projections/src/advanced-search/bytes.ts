import type { Db } from '../kit/db.ts';

export const ID_BYTES = 16;

/** Rows of a text `key` and of `bytes`. */
export async function queryBytes(db: Db, text: string, values: unknown[]): Promise<Map<string, Buffer>> {
  const { rows } = await db.query<{ key: string; bytes: Buffer }>(text, values);

  return new Map(rows.map(({ key, bytes }) => [key, bytes]));
}

type Numbers = Buffer | Uint16Array | Int32Array;

/**
 * The same, with all buffers and arrays of numbers in one piece of memory: each piece of its own takes 200 bytes more,
 * and there are a dozen for each episode.
 */
export function inOnePiece<Facts extends object>(facts: Facts): Facts {
  const numbers = Object.entries(facts).filter((entry): entry is [string, Numbers] => ArrayBuffer.isView(entry[1]));
  const piece = new ArrayBuffer(numbers.reduce((size, [, { byteLength }]) => size + aligned(byteLength), 0));
  let at = 0;
  const moved = numbers.map(([name, own]) => {
    const view = viewLike(own, piece, at);
    view.set(own);
    at += aligned(own.byteLength);

    return [name, view];
  });

  return { ...facts, ...Object.fromEntries(moved) };
}

function viewLike(own: Numbers, piece: ArrayBuffer, at: number): Numbers {
  if (own instanceof Int32Array) return new Int32Array(piece, at, own.length);
  if (own instanceof Uint16Array) return new Uint16Array(piece, at, own.length);

  return Buffer.from(piece, at, own.length);
}

/** Int32Array begins at multiples of four. */
const aligned = (bytes: number): number => (bytes + 3) & ~3;

/** Of ids in a row, the one that begins there; shorter than it is written. */
export const idAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + ID_BYTES);

/** An id of `idAt` as it is written. */
export function uuidOf(id: string): string {
  const hex = Buffer.from(id, 'latin1').toString('hex');

  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
