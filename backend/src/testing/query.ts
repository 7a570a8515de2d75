import type { TestDatabase } from '@earmark/projections/testing';
import pg from 'pg';

/** The rows, on a connection of its own: starting the services for one question costs as much as a command. */
export async function query<Row extends pg.QueryResultRow>(
  { url }: TestDatabase,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}
