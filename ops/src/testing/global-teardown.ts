import { leaveTestServer } from './test-server.ts';

/** Jest's global tear-down: stops the throw-away Postgres. */
export default async function globalTeardown(): Promise<void> {
  await leaveTestServer();
}
