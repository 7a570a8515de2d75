import { joined, native, sql } from './query-builder.ts';
import type { Row, Tables } from './tables.ts';

/** Leaves out columns without a value: an update writes only what the event contains. */
export const given = (columns: Row): Row =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));

/** Updates the one row with this key; does nothing without columns. Pass jsonb values as text. */
export async function updateRow(tables: Tables, table: string, key: string, id: string, columns: Row): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await tables.exactlyOne(...native(sql(table).update(columns).where(key, id)));
}

/** Columns and their Postgres types. */
type Types = Readonly<Record<string, string>>;

/** Updates many rows in one statement; keys without a row are skipped. */
export async function updateRows(
  tables: Tables,
  table: string,
  key: Types,
  columns: Types,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const given = Object.entries({ ...key, ...columns });
  const query = sql.raw('update ?? as t set ? from unnest(?) as d(?) where ?', [
    table,
    joined(
      Object.keys(columns).map((name) => sql.raw('?? = ??', [name, `d.${name}`])),
      ', ',
    ),
    joined(
      given.map(([name, type]) => sql.raw('?::??[]', [rows.map((row) => row[name]) as string[], type])),
      ', ',
    ),
    joined(
      given.map(([name]) => sql.ref(name)),
      ', ',
    ),
    joined(
      Object.keys(key).map((name) => sql.raw('?? = ??', [`t.${name}`, `d.${name}`])),
      ' and ',
    ),
  ]);
  await tables.query(...native(query));
}
