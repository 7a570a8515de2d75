import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { z } from 'zod';
import { messageOf } from '../kit/apply.ts';
import { preview } from './preview.ts';
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
  z.object({ do: z.literal('stop') }),
]);
const port = parentPort!;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 3, application_name: 'earmark recounts' });
pool.on('error', (error) => port.postMessage(`recounts: lost an idle connection: ${error.message}`));
const stopping = new AbortController();
const running = new Map<string, Promise<void>>();
let previews: Promise<void> = Promise.resolve();

port.on('message', (message: unknown) => {
  const request = Request.parse(message);
  if (request.do === 'stop') void stop();
  else if (request.do === 'recount') start(request.recountId);
  else
    previews = previews.then(async () => {
      if (stopping.signal.aborted) return;
      try {
        port.postMessage({ id: request.id, answer: await preview(pool, request.change) });
      } catch (error) {
        port.postMessage({ id: request.id, error: messageOf(error) });
      }
    });
});

/** One after another's end when it is asked for again: it was paused meanwhile, and goes on. */
function start(recountId: string): void {
  const before = running.get(recountId) ?? Promise.resolve();
  const mine = before
    .then(async () => runRecount(pool, recountId, stopping.signal))
    .catch((error: unknown) => port.postMessage(`recount ${recountId}: ${messageOf(error)}`))
    .finally(() => {
      if (running.get(recountId) === mine) running.delete(recountId);
    });
  running.set(recountId, mine);
}

async function stop(): Promise<void> {
  stopping.abort();
  await Promise.all([...running.values(), previews]);
  await pool.end();
  port.close();
}
