import { joinTestServer, leaveTestServer } from './test-server.ts';

/** Playwright's global set-up: the same as Jest's, returning its tear-down. */
export default async function browserSetup(): Promise<() => Promise<void>> {
  const { url, folder } = await joinTestServer();
  process.env.TEST_DATABASE_URL = url;
  process.env.TMPDIR = folder;

  return leaveTestServer;
}
