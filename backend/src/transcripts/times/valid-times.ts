import type { RecordedSegment, SpeakerId } from '@earmark/contracts/transcripts';
import { estimatedMs } from '../formats/repair-times.ts';
import type { Times } from './stray-times.ts';

/** How long two people may talk at once; a longer overlap is a fault of the times. */
const CROSS_TALK_MS = 2000;

interface Slot {
  startMs: number;
  endMs: number;
  readonly speakerId: SpeakerId | null;
  readonly text: string;
}

/**
 * Times of one part with `startMs < endMs` and starts that never go back, in which a speaker never overlaps themselves,
 * nor others for more than two seconds.
 */
export function validTimes(part: readonly RecordedSegment[]): Times[] {
  const slots = part.map(({ startMs, endMs, speakerId, text }): Slot => ({ startMs, endMs, speakerId, text }));
  raiseStarts(slots);
  const nextOwn = new Map<SpeakerId | null, Slot>();
  // From the end, so that each sees the final times of those after it.
  for (let index = slots.length - 1; index >= 0; index--) {
    const slot = slots[index]!;
    if (slot.endMs <= slot.startMs) slot.endMs = closedEnd(slot, slots[index + 1]);
    const own = nextOwn.get(slot.speakerId);
    if (own) slot.endMs = Math.min(slot.endMs, own.startMs);
    nextOwn.set(slot.speakerId, slot);
    trimCrossTalk(slots, index);
  }

  return slots.map(({ startMs, endMs }) => ({ startMs, endMs }));
}

/** Two people may start at once; segments of one person that do share the time. */
function raiseStarts(slots: readonly Slot[]): void {
  let floor = 0;
  for (let from = 0; from < slots.length;) {
    const startMs = Math.max(floor, slots[from]!.startMs);
    let to = from + 1;
    while (to < slots.length && slots[to]!.startMs <= startMs) to += 1;
    const group = slots.slice(from, to);
    const isShared = new Set(group.map(({ speakerId }) => speakerId)).size < group.length;
    for (const slot of group) slot.startMs = startMs;
    if (isShared) share(group, slots[to]?.startMs ?? null);
    floor = group.at(-1)!.startMs + 1;
    from = to;
  }
}

/** Shares the time up to the next start among segments that start at once, by the length of their texts. */
function share(group: readonly Slot[], nextMs: number | null): void {
  const { startMs } = group[0]!;
  const latest = Math.max(...group.map(({ endMs }) => endMs));
  const estimate = startMs + group.reduce((sum, { text }) => sum + estimatedMs(text), 0);
  const limit = Math.min(latest > startMs ? latest : estimate, nextMs ?? Infinity);
  const total = group.reduce((sum, { text }) => sum + text.length, 0);
  let said = 0;
  let floor = startMs;
  for (const slot of group) {
    slot.startMs = Math.max(floor, startMs + Math.round(((limit - startMs) * said) / Math.max(1, total)));
    floor = slot.startMs + 1;
    said += slot.text.length;
  }
  group.forEach((slot, index) => {
    slot.endMs = group[index + 1]?.startMs ?? Math.max(limit, slot.startMs + 1);
  });
}

function closedEnd({ startMs, text }: Slot, next: Slot | undefined): number {
  return next && next.startMs > startMs ? next.startMs : startMs + estimatedMs(text);
}

function trimCrossTalk(slots: readonly Slot[], index: number): void {
  const slot = slots[index]!;
  for (let other = index + 1; other < slots.length && slots[other]!.startMs < slot.endMs; other++) {
    const { startMs, endMs } = slots[other]!;
    if (Math.min(endMs, slot.endMs) - startMs > CROSS_TALK_MS) slot.endMs = startMs + CROSS_TALK_MS;
  }
}
