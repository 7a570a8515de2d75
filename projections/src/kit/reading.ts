/** An arbitrary number. */
export const READ_LOCK = 7_305_005;

/**
 * Begins a read of several statements that must agree: they see one snapshot, and no table is swapped
 * between them.
 */
export const BEGIN_READING = `begin isolation level repeatable read read only; ${holdTables()}`;

/** For a transaction that has already begun. */
export function holdTables(): string {
  return `select pg_advisory_xact_lock_shared(${READ_LOCK})`;
}
