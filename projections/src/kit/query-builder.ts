import knexPackage, { type Knex } from 'knex';

/**
 * Puts SQL together from parts. It has no connection: what it builds runs through the caller's, whose transactions and locks
 * it does not touch. A query is awaited by mistake easily, and throws then.
 */
export const sql = knexPackage.knex({ client: 'pg' });

/** A query, or a part of one with its values. */
export type Query = Knex.QueryBuilder | Knex.Raw;
/** Adds conditions to a query: for `modify`. */
export type Condition = (query: Knex.QueryBuilder) => void;

/** Text and values, as the `query` of a pool, a connection or a projector's tables takes them. */
export function native(query: Query): [text: string, values: unknown[]] {
  const { sql: text, bindings } = query.toSQL().toNative();

  return [text, [...bindings]];
}

/** `column = any(values)`, with one placeholder however many there are; null: no condition. */
export const isAnyOf =
  (column: string, values: readonly string[] | null): Condition =>
  (query) => {
    if (values !== null) query.whereRaw('?? = any(?)', [column, values as string[]]);
  };

/** `a, b, c` or `a or b or c`: the parts with `between` between them. */
export const joined = (parts: readonly Query[], between: string): Knex.Raw =>
  sql.raw(parts.map(() => '?').join(between), [...parts] as Knex.Raw[]);
