import type { Row, Tables } from './tables.ts';

/** Columns whose value was not given are left out: an update writes only what an event says. */
export const given = (columns: Row): Row =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));

/** Writes the columns of the one row with this key; none: nothing. A value of a jsonb column is given as its text. */
export async function updateRow(tables: Tables, table: string, key: string, id: string, columns: Row): Promise<void> {
  const names = Object.keys(columns);
  if (names.length === 0) return;
  const sets = names.map((name, index) => `${name} = $${index + 2}`).join(', ');
  await tables.exactlyOne(`update ${table} set ${sets} where ${key} = $1`, [id, ...Object.values(columns)]);
}
