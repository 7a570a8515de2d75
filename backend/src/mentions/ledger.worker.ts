import { workerData } from 'node:worker_threads';
import { CONNECTIONS } from '@earmark/projections/connections';
import { openLog } from '@earmark/projections/event-log';
import { openPool } from '@earmark/projections/queries';
import { z } from 'zod';
import { once, report, workerJob } from '../kit/process/worker-job.ts';
import { EntityMoves, type LedgerWanted } from './entity-moves.ts';
import type { LedgerLine } from './ledger-lines.ts';

// Computes what changed mention counts, in a thread of the back end.
const settings = z.object({ databaseUrl: z.string(), eventstoreUrl: z.string().nullable() }).parse(workerData);
const pool = openPool(
  { connectionString: settings.databaseUrl, max: CONNECTIONS.ledger, application_name: 'earmark ledger' },
  // The next query opens another connection, or reports why it cannot.
  (error) => report(`ledger: lost an idle connection: ${error.message}`),
);
const moves = once(async () => new EntityMoves(await openLog(settings), pool));

export default workerJob<LedgerWanted, LedgerLine[]>(async (wanted, signal) => (await moves()).lines(wanted, signal));
