/** Injection token of the process's one `pg.Pool`. */
export const PG_POOL = Symbol('PG_POOL');
