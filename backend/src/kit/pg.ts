/** Injection token of the `pg.Pool` that the process shares. */
export const PG_POOL = Symbol('PG_POOL');
