import knexPackage, { type Knex } from 'knex';

// Node finds no named exports in it.
const { knex } = knexPackage;

/** One step in the life of schema `app`. Once released it never changes; what is wrong with it the next one puts right. */
export interface Migration {
  /** Number and subject, `001-accounts`. Recorded in the database, so it is never renamed. */
  readonly name: string;
  /** In a transaction with all others that are due. Sees qualified names only. */
  readonly up: (knex: Knex) => PromiseLike<unknown>;
}

/** A migration that is plain SQL. */
export const ddl = (name: string, text: string): Migration => ({
  name,
  // A question mark would stand for a value.
  up: (db) => db.raw(text.replaceAll('?', '\\?')),
});

const SCHEMA = 'app';
const RECORD = { schemaName: SCHEMA, tableName: 'migration' };
/** Servers that create these tables without migrations wait for the same lock. */
const LOCK = `select pg_advisory_xact_lock(hashtext('earmark:app'))`;

/**
 * Runs the migrations that the database does not record yet, in the order of the list and in one transaction. Processes that
 * start at once take turns. Throws NewerDatabase when the database records a migration that is not in the list.
 */
export async function migrate(databaseUrl: string, migrations: readonly Migration[]): Promise<void> {
  const db = knex({
    client: 'pg',
    connection: { connectionString: databaseUrl, application_name: 'earmark migrations' },
    pool: { min: 0, max: 1 },
    // What it would print is thrown.
    log: { warn: () => {}, error: () => {} },
  });
  try {
    await db.transaction(async (transaction) => {
      await transaction.raw(LOCK);
      await transaction.raw(`create schema if not exists ${SCHEMA}`);
      await refuseNewerDatabase(transaction, migrations);
      // The lock of knex stays when a process dies; as a row of this transaction it goes with it.
      await transaction.migrate.latest({ ...RECORD, migrationSource: sourceOf(migrations) });
    });
  } finally {
    await db.destroy();
  }
}

/** The database was last used by a version of Earmark that knows more migrations. */
export class NewerDatabase extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `The database was migrated by a newer version of Earmark (${unknown.join(', ')}). Start that version, or restore a backup.`,
    );
    this.name = 'NewerDatabase';
  }
}

async function refuseNewerDatabase(db: Knex, migrations: readonly Migration[]): Promise<void> {
  if (!(await db.schema.withSchema(RECORD.schemaName).hasTable(RECORD.tableName))) return;
  const rows = await db<{ name: string }>(RECORD.tableName).withSchema(RECORD.schemaName).select('name').orderBy('id');
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = rows.map(({ name }) => name).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new NewerDatabase(unknown);
}

/** From code, not from a folder: it works compiled, under Jest and in a bundle alike. */
const sourceOf = (migrations: readonly Migration[]): Knex.MigrationSource<Migration> => ({
  getMigrations: async () => [...migrations],
  getMigrationName: ({ name }) => name,
  // Nothing goes back: a mistake is put right by the next migration.
  getMigration: async ({ up }) => ({ up: async (db) => up(db), down: async () => {} }),
});
