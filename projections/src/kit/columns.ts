import { native, sql } from './query-builder.ts';
import type { Row, Tables } from './tables.ts';

/** Columns whose value was not given are left out: an update writes only what an event says. */
export const given = (columns: Row): Row =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));

/** Writes the columns of the one row with this key; none: nothing. A value of a jsonb column is given as its text. */
export async function updateRow(tables: Tables, table: string, key: string, id: string, columns: Row): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await tables.exactlyOne(...native(sql(table).update(columns).where(key, id)));
}
