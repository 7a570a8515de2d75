import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { openLog } from './kit/event-log/open-log.ts';
import { Runner } from './kit/runner.ts';
import { projectors } from './projectors.ts';

// The runner, as a thread of the backend or a separate process; a second process is a standby.
const settings = z
  .object({ databaseUrl: z.string(), eventstoreUrl: z.string().nullable() })
  .parse(
    workerData ?? { databaseUrl: process.env['DATABASE_URL'], eventstoreUrl: process.env['EVENTSTORE_URL'] || null },
  );

const report = (line: string): void => {
  if (parentPort) parentPort.postMessage(line);
  else console.log(line);
};
const log = await openLog({ ...settings, followsPlaces: true });
const runner = new Runner({ log, databaseUrl: settings.databaseUrl, projectors, report });
runner.start();

const stop = async (): Promise<void> => {
  await runner.stop();
  await log.close();
  parentPort?.close();
};
parentPort?.once('message', () => void stop());
if (!parentPort) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
