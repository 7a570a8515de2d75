import { setTimeout as sleep } from 'node:timers/promises';
import { EpisodePage } from '@earmark/contracts/episodes';
import type { AdminCall } from './admin-call.ts';
import { get, untilShown } from './replay-calls.ts';
import { saveTranscript } from './save-transcript.ts';
import { timed } from '../suites/statistics.ts';

export const PER_SECOND = 20;
/** Most corrections, made one after the other with no other load. */
const SAVES_PER_SECOND = 10;

export interface Reading {
  readonly times: number[];
  readonly failures: string[];
}

/** Requests the page at a fixed rate, whether or not the last request has been answered, until the work ends. */
export async function readFor(call: AdminCall, path: string, work: () => Promise<unknown>): Promise<Reading> {
  const reading: Reading = { times: [], failures: [] };
  const calls: Promise<void>[] = [];
  const timer = setInterval(() => {
    calls.push(
      timed(async () => EpisodePage.pick({ version: true }).parse(await get(call, path))).then(
        ({ ms }) => void reading.times.push(ms),
        (error: unknown) => void reading.failures.push(String(error)),
      ),
    );
  }, 1000 / PER_SECOND);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  await Promise.all(calls);

  return reading;
}

/**
 * Corrects a segment of the episode repeatedly until the work ends, each time once the previous correction is
 * shown. Returns the ms from sending each until the server confirmed that every page shows it.
 */
export async function saveFor(call: AdminCall, path: string, work: () => Promise<unknown>): Promise<number[]> {
  let page = EpisodePage.parse(await get(call, path));
  const [segment] = page.transcript;
  if (!segment) throw new Error(`${path} has no segment`);
  const latencies: number[] = [];
  let hasEnded = false;
  const saving = async () => {
    while (!hasEnded) {
      const sentAt = performance.now();
      segment.text = `Sentence ${Math.round(sentAt)}, corrected by hand.`;
      const saved = await saveTranscript(call, page, 1);
      if (saved.unseen !== null) await untilShown(call, saved.unseen);
      const ms = performance.now() - sentAt;
      latencies.push(ms);
      page = saved.page;
      await sleep(Math.max(0, 1000 / SAVES_PER_SECOND - ms));
    }
  };
  await Promise.all([work().finally(() => (hasEnded = true)), saving()]);

  return latencies;
}
