import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { startProduct, visitedProduct } from './product.ts';
import type { RunningProduct, VisitedProduct } from './product.ts';

/** Where the workers of this run ask for the product that they share. */
const ADDRESS = 'EARMARK_SHARED_PRODUCT';

const Shared = z.object({ url: z.string(), cookies: z.record(z.string(), z.string()) });

/**
 * Offers the workers of this run one product on a sample library, which starts when the first of them asks. Returns the
 * function that ends it.
 */
export async function offerSharedProduct(): Promise<() => Promise<void>> {
  let starting: Promise<RunningProduct> | null = null;
  const server = createServer((_, response) => {
    starting ??= startProduct('sample');
    starting.then(
      ({ url, cookies }) => response.end(JSON.stringify({ url, cookies })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.env[ADDRESS] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return async () => {
    server.close();
    await (await starting)?.stop();
  };
}

let joined: Promise<VisitedProduct> | null = null;

/** The product on a sample library that all specs of the run only look at. */
export const joinSharedProduct = (): Promise<VisitedProduct> => (joined ??= join());

async function join(): Promise<VisitedProduct> {
  const answer = await fetch(process.env[ADDRESS] ?? '');
  if (!answer.ok) throw new Error(await answer.text());
  const { url, cookies } = Shared.parse(await answer.json());

  return visitedProduct(url, cookies);
}
