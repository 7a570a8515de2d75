import knexPackage, { type Knex } from 'knex';

// Node finds no named exports in it.
const { knex } = knexPackage;

/** One change of schema `app`. Never edited once released: a later migration corrects its mistakes. */
export interface Migration {
  /** Number and subject, `001-accounts`. Recorded in the database, so it is never renamed. */
  readonly name: string;
  /** Runs in one transaction with all other pending migrations. SQL must use qualified names. */
  readonly up: (knex: Knex) => PromiseLike<unknown>;
}

/** A migration in plain SQL. */
export const ddl = (name: string, text: string): Migration => ({
  name,
  // Knex would take a question mark for a placeholder.
  up: (db) => db.raw(text.replaceAll('?', '\\?')),
});

const SCHEMA = 'app';
const RECORD = { schemaName: SCHEMA, tableName: 'migration' };
/** Older servers, which create these tables without migrations, wait for the same lock. */
const LOCK = `select pg_advisory_xact_lock(hashtext('earmark:app'))`;

/**
 * Runs the pending migrations, in the order of the list and in one transaction. Processes that
 * start at once take turns. Throws NewerDatabase when the database records a migration that is not in the list.
 */
export async function migrate(databaseUrl: string, migrations: readonly Migration[]): Promise<void> {
  const db = knex({
    client: 'pg',
    connection: { connectionString: databaseUrl, application_name: 'earmark migrations' },
    pool: { min: 0, max: 1 },
    // Knex also throws what it would log.
    log: { warn: () => {}, error: () => {} },
  });
  try {
    await db.transaction(async (transaction) => {
      await transaction.raw(LOCK);
      await transaction.raw(`create schema if not exists ${SCHEMA}`);
      await refuseNewerDatabase(transaction, migrations);
      // Knex's own lock would outlive a process that dies; inserted in this transaction, it is rolled back with it.
      await transaction.migrate.latest({ ...RECORD, migrationSource: sourceOf(migrations) });
    });
  } finally {
    await db.destroy();
  }
}

/** The database has migrations that this version of Earmark does not know. */
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

/** Takes migrations from code instead of a folder, so that it works compiled, under Jest and in a bundle. */
const sourceOf = (migrations: readonly Migration[]): Knex.MigrationSource<Migration> => ({
  getMigrations: async () => [...migrations],
  getMigrationName: ({ name }) => name,
  // There are no down migrations: a later migration corrects a mistake.
  getMigration: async ({ up }) => ({ up: async (db) => up(db), down: async () => {} }),
});
