import { joinTestServer } from './test-server.ts';

/** Jest's global set-up: one throw-away Postgres for the run, its address in TEST_DATABASE_URL; temporary files in one folder. */
export default async function globalSetup(): Promise<void> {
  const { url, folder } = await joinTestServer();
  process.env.TEST_DATABASE_URL = url;
  process.env.TMPDIR = folder;
}
