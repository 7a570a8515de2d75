import { parentPort, workerData } from 'node:worker_threads';
import { openLog } from '@earmark/projections/event-log';
import pg from 'pg';
import { z } from 'zod';
import type { WorkerAnswer } from '../kit/worker-queue.ts';
import { EntityMoves, type EpisodeMove } from './entity-moves.ts';
import type { LedgerJob } from './ledger.ts';

// Computes what moved numbers of mentions, in a thread of the backend.
const settings = z.object({ databaseUrl: z.string(), eventstoreUrl: z.string().nullable() }).parse(workerData);
const log = await openLog(settings);
const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: 2, application_name: 'earmark ledger' });
// The next query opens another connection, or says why it cannot.
pool.on('error', () => undefined);
const moves = new EntityMoves(log, pool);

parentPort?.on('message', ({ entityId, ...scope }: LedgerJob) => {
  const answer = (message: WorkerAnswer<EpisodeMove[]>) => parentPort?.postMessage(message);
  moves.list(entityId, scope).then(
    (done) => answer({ done }),
    (error: unknown) => {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      answer({ failed: { name, message } });
    },
  );
});
