import type { SegmentView } from '@earmark/contracts/transcripts';

/** Of Bea, five seconds long; its text is its id. */
export function segment(id: string, seconds: number): SegmentView {
  const startTime = seconds * 1000;

  return { id, startTime, endTime: startTime + 5000, speaker: 'Bea', text: id, timeFormatted: `00:00:${seconds}` };
}

export const a = segment('a', 10);
export const b = segment('b', 20);
export const c = segment('c', 30);
