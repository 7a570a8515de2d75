import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { z } from 'zod';
import { messageOf } from '../kit/apply.ts';
import { giveWay } from '../kit/give-way.ts';
import { holdingRecount } from './hold.ts';
import { preview, type PlannedChange } from './preview.ts';
import { runRecount } from './recount-work.ts';

// Counting for recounts and previews, as a thread of the backend: neither answers nor the projections wait for it.
const { databaseUrl } = z.object({ databaseUrl: z.string() }).parse(workerData);
const Patterns = z.array(
  z.object({ entityId: z.string(), name: z.string(), caseSensitive: z.boolean(), wholeWord: z.boolean() }),
);
const Request = z.discriminatedUnion('do', [
  z.object({ do: z.literal('recount'), recountId: z.string() }),
  z.object({
    do: z.literal('preview'),
    id: z.number(),
    change: z.object({ entityIds: z.array(z.string()), patterns: Patterns, instead: Patterns.optional() }),
  }),
  z.object({ do: z.literal('cancel'), id: z.number() }),
  z.object({ do: z.literal('stop') }),
]);
const port = parentPort!;
giveWay();
const pool = new pg.Pool({ connectionString: databaseUrl, max: 3, application_name: 'earmark recounts' });
pool.on('error', (error) => port.postMessage(`recounts: lost an idle connection: ${error.message}`));
const stopping = new AbortController();
const running = new Map<string, Promise<void>>();
/** Asked for while they were counted. */
const again = new Set<string>();
/** One after the other. By id: those that somebody waits for. */
let previews: Promise<void> = Promise.resolve();
const awaited = new Map<number, AbortController>();

port.on('message', (message: unknown) => {
  const request = Request.parse(message);
  if (request.do === 'stop') void stop();
  else if (request.do === 'cancel') awaited.get(request.id)?.abort();
  else if (request.do === 'recount') start(request.recountId);
  else {
    const { id, change } = request;
    const cancelling = new AbortController();
    awaited.set(id, cancelling);
    const signal = AbortSignal.any([stopping.signal, cancelling.signal]);
    previews = previews.then(async () => answer(id, change, signal));
  }
});

/** Nobody reads the error of one that was cancelled. */
async function answer(id: number, change: PlannedChange, signal: AbortSignal): Promise<void> {
  try {
    signal.throwIfAborted();
    port.postMessage({ id, answer: await preview(pool, change, signal) });
  } catch (error) {
    port.postMessage({ id, error: messageOf(error) });
  } finally {
    awaited.delete(id);
  }
}

/** Once more after its end when it is asked for again: it may have been paused meanwhile, and goes on. */
function start(recountId: string): void {
  if (running.has(recountId)) {
    again.add(recountId);
    return;
  }
  const count = async (lost: AbortSignal) => runRecount(pool, recountId, AbortSignal.any([stopping.signal, lost]));
  const mine = holdingRecount(databaseUrl, recountId, count)
    .catch((error: unknown) => port.postMessage(`recount ${recountId}: ${messageOf(error)}`))
    .finally(() => {
      running.delete(recountId);
      if (again.delete(recountId) && !stopping.signal.aborted) start(recountId);
    });
  running.set(recountId, mine);
}

async function stop(): Promise<void> {
  stopping.abort();
  await Promise.all([...running.values(), previews]);
  await pool.end();
  port.close();
}
