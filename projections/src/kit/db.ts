import type { Pool } from 'pg';

/** A pool, or one connection inside a transaction. */
export type Db = Pick<Pool, 'query'>;
