import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** About a tenth of the CPU time while a normal thread is busy, all of it otherwise. */
const BEHIND = 10;

/** Lowers this thread's priority: its work is long, and people wait for the others. Only Linux has thread priorities. */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (getPriority(thread) < BEHIND) setPriority(thread, BEHIND);
  } catch {
    // Without permission, the work continues at normal priority.
  }
}
