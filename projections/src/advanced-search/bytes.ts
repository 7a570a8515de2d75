import type { Db } from '../kit/db.ts';

/** Rows of a text `key` and of `bytes`. */
export async function queryBytes(db: Db, text: string, values: unknown[]): Promise<Map<string, Buffer>> {
  const { rows } = await db.query<{ key: string; bytes: Buffer }>(text, values);

  return new Map(rows.map(({ key, bytes }) => [key, bytes]));
}
