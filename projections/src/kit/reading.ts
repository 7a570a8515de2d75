/** Any constant of our own does. */
export const READ_LOCK = 7_305_005;

/**
 * Begins a read of several statements that must agree: they see one moment of the tables, and no table is exchanged
 * between two of them.
 */
export const BEGIN_READING = `begin isolation level repeatable read read only; ${holdTables()}`;

/** For a transaction that has begun. */
export function holdTables(): string {
  return `select pg_advisory_xact_lock_shared(${READ_LOCK})`;
}
