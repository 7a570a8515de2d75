import type { SegmentView } from '@earmark/contracts/transcripts';

/** Whether two segments read the same; `timeFormatted` says nothing of its own. */
export const isSame = (one: SegmentView, other: SegmentView): boolean =>
  one === other ||
  (one.text.trim() === other.text.trim() && one.speaker === other.speaker && haveSameTimes(one, other));

/**
 * The segment with what either side changed of it since `base`, as the server would save it. Null: it is deleted;
 * `clash`: both changed the same field to different things.
 */
export function merged(
  base: SegmentView | null,
  mine: SegmentView | null,
  theirs: SegmentView,
): SegmentView | null | 'clash' {
  if (mine === null) return base !== null && isSame(base, theirs) ? null : 'clash';
  if (isSame(mine, theirs)) return theirs;
  if (base === null) return 'clash';
  const text = chosen(base, mine, theirs, (one, other) => one.text.trim() === other.text.trim());
  const times = chosen(base, mine, theirs, haveSameTimes);
  const speaker = chosen(base, mine, theirs, (one, other) => one.speaker === other.speaker);
  if (text === null || times === null || speaker === null) return 'clash';
  const { startTime, endTime, timeFormatted } = times;

  return { id: theirs.id, startTime, endTime, timeFormatted, speaker: speaker.speaker, text: text.text };
}

/** The side whose value stands; null where both have a new one. */
function chosen(
  base: SegmentView,
  mine: SegmentView,
  theirs: SegmentView,
  areSame: (one: SegmentView, other: SegmentView) => boolean,
): SegmentView | null {
  if (areSame(mine, base) || areSame(mine, theirs)) return theirs;

  return areSame(theirs, base) ? mine : null;
}

function haveSameTimes(one: SegmentView, other: SegmentView): boolean {
  return one.startTime === other.startTime && one.endTime === other.endTime;
}
