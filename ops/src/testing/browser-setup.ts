import { joinTestServer, leaveTestServer } from './test-server.ts';

/** Playwright's global set-up: as Jest's, and it returns its tear-down. */
export default async function browserSetup(): Promise<() => Promise<void>> {
  const { url, folder } = await joinTestServer();
  process.env.TEST_DATABASE_URL = url;
  process.env.TMPDIR = folder;

  return leaveTestServer;
}
