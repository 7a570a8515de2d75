import { setTimeout as sleep } from 'node:timers/promises';
import { RecountSummary } from '@earmark/contracts/recounts';
import { z } from 'zod';
import type { AdminCall, Answered } from './admin-call.ts';

const POLL_MS = 50;
/** Polling interval: the list of projections counts rows, so constant polling would measure that instead. */
const REBUILD_POLL_MS = 1_000;
/** The time until a publication is accurate to this many ms plus the time of one such list. */
const SHOWN_POLL_MS = 200;
const PATIENCE_MS = 600_000;
const States = z.object({ projections: z.array(z.object({ state: z.string() })) });
const Positions = z.object({ projections: z.array(z.object({ position: z.string() })) });

export const get = async (call: AdminCall, path: string): Promise<unknown> => (await call('GET', path)).answer;

export const post = (call: AdminCall, path: string, body?: object): Promise<Answered> =>
  call('POST', path, body === undefined ? undefined : JSON.stringify(body));

/** Waits until every page shows it: the call itself waits two seconds at most, then reports the open position. */
export async function publish(call: AdminCall, id: string): Promise<void> {
  const { unseen } = await post(call, `/api/admin/recounts/${id}/publish`);
  if (unseen !== null) await untilShown(call, unseen);
}

export async function untilShown(call: AdminCall, position: bigint): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(SHOWN_POLL_MS)) {
    const { projections } = Positions.parse(await get(call, '/api/admin/projections'));
    if (projections.every((one) => BigInt(one.position) >= position)) return;
  }
  throw new Error(`the projections have not reached ${position}`);
}

export async function recount(call: AdminCall, request: object = {}): Promise<{ id: string; ms: number }> {
  const start = performance.now();
  const { id } = z.object({ id: z.string() }).parse((await post(call, '/api/admin/recounts', request)).answer);
  for (;;) {
    const { status, failure } = RecountSummary.parse(await get(call, `/api/admin/recounts/${id}`));
    if (status === 'ready') return { id, ms: performance.now() - start };
    if (status !== 'running') throw new Error(`the recount is ${status}: ${failure}`);
    await sleep(POLL_MS);
  }
}

/** Milliseconds until it was observed to have ended. */
export async function rebuild(call: AdminCall): Promise<number> {
  const start = performance.now();
  await post(call, '/api/admin/projections/mentions/rebuild');
  for (;;) {
    await sleep(REBUILD_POLL_MS);
    const { projections } = States.parse(await get(call, '/api/admin/projections'));
    if (projections.every(({ state }) => state !== 'rebuilding')) return performance.now() - start;
  }
}
