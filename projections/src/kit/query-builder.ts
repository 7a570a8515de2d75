import knexPackage, { type Knex } from 'knex';

/**
 * Builds SQL from parts. It has no connection: queries run through the caller's, leaving its transactions and locks
 * alone. Awaiting a builder by mistake throws.
 */
export const sql = knexPackage.knex({ client: 'pg' });

/** A query, or a part of one with its values. */
export type Query = Knex.QueryBuilder | Knex.Raw;
/** Adds conditions to a query: for `modify`. */
export type Condition = (query: Knex.QueryBuilder) => void;

/** Text and values for the `query` of a pool, a connection or a projector's tables. */
export function native(query: Query): [text: string, values: unknown[]] {
  const { sql: text, bindings } = query.toSQL().toNative();

  return [text, [...bindings]];
}

/** `column = any(values)`, with one placeholder for all values; null: no condition. */
export const isAnyOf =
  (column: string, values: readonly string[] | null): Condition =>
  (query) => {
    if (values !== null) query.whereRaw('?? = any(?)', [column, values as string[]]);
  };

/** The parts joined by `between`: `a, b, c` or `a or b or c`. */
export const joined = (parts: readonly Query[], between: string): Knex.Raw =>
  sql.raw(parts.map(() => '?').join(between), [...parts] as Knex.Raw[]);
