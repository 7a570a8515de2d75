import { readConfig } from '../config.ts';
import { openServices, type Services } from '../services.ts';

/** What commands left in a database is read with the services of another one. */
export async function withServices<Result>(
  databaseUrl: string,
  read: (services: Services) => Promise<Result>,
): Promise<Result> {
  const services = await openServices(readConfig({}), databaseUrl, () => {});
  try {
    return await read(services);
  } finally {
    await services.close();
  }
}
