import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { createTestDatabase } from './test-database.ts';

describe('a test database', () => {
  it('is separate, in UTF-8 and with Unicode rules for letters', async () => {
    const database = await createTestDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(`select pg_encoding_to_char(encoding) as encoding, lower('ÉÐ') as lower,
      to_tsvector('simple', 'Élan') @@ plainto_tsquery('simple', 'élan') as found from pg_database where datname = current_database()`);
    await client.end();
    await database.drop();

    expect(rows).toEqual([{ encoding: 'UTF8', lower: 'éð', found: true }]);
  });

  it('is gone once dropped, even with a connection open', async () => {
    const database = await createTestDatabase();
    const client = new Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
    await database.drop(100);

    await expect(new Client({ connectionString: database.url }).connect()).rejects.toThrow('does not exist');
    await client.end();
  });
});
