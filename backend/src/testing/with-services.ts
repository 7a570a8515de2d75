import { readConfig } from '../config.ts';
import { openAppContext } from '../app-context.ts';
import { servicesOf, type Services } from './services.ts';

/** Reads the data that commands wrote, with the services of a separate application. */
export async function withServices<Result>(
  databaseUrl: string,
  read: (services: Services) => Promise<Result>,
): Promise<Result> {
  const app = await openAppContext(readConfig({}), databaseUrl, () => {});
  try {
    return await read(servicesOf(app));
  } finally {
    await app.close();
  }
}
