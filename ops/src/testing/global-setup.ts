import { joinTestServer } from './test-server.ts';

/** Jest's global set-up: one throw-away Postgres for the run, its address in TEST_DATABASE_URL. */
export default async function globalSetup(): Promise<void> {
  process.env.TEST_DATABASE_URL = await joinTestServer();
}
