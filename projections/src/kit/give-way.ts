import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** A tenth of the processor's time beside a thread that has not given way, all of it beside none. */
const BEHIND = 10;

/** What this thread works on is long, and people wait for the others: they come first. Only Linux has priorities of threads. */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (getPriority(thread) < BEHIND) setPriority(thread, BEHIND);
  } catch {
    // Where the system does not allow it, the work is done all the same.
  }
}
