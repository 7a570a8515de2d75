import { offerSharedProduct } from '../e2e/kit/shared-product.ts';
import { joinTestServer, leaveTestServer } from './test-server.ts';

/** Playwright's global set-up: the same as Jest's, returning its tear-down; and the product that all workers share. */
export default async function browserSetup(): Promise<() => Promise<void>> {
  const { url, folder } = await joinTestServer();
  process.env.TEST_DATABASE_URL = url;
  process.env.TMPDIR = folder;

  const endSharedProduct = await offerSharedProduct();

  return async () => {
    await endSharedProduct();
    await leaveTestServer();
  };
}
