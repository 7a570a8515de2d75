import type { EntityView, MentionView } from '@earmark/contracts/mentions';
import type { SegmentView } from '@earmark/contracts/transcripts';

/** Sample passages per entity. */
const CONTEXTS = 5;

/** A segment with a mention: its index, and flat start, end pairs into its text, ascending. */
export interface MentionPlace {
  readonly index: number;
  readonly spans: readonly number[];
}

/** One entity with its count, contexts and marks in `segments`. */
export function mentionView(
  entity: EntityView,
  found: readonly MentionPlace[],
  segments: readonly SegmentView[],
): MentionView {
  const places = found.toSorted((a, b) => a.index - b.index);
  const marks: number[] = [];
  for (const { index, spans } of places)
    for (let at = 0; at < spans.length; at += 2) marks.push(index, spans[at]!, spans[at + 1]!);
  const byTime = places.map(({ index }) => segments[index]!).sort((a, b) => a.startTime - b.startTime);

  return {
    entity,
    count: places.length,
    contexts: byTime.slice(0, CONTEXTS).map((segment) => ({
      text: segment.text,
      timeFormatted: segment.timeFormatted,
      timecode: segment.startTime,
      speaker: segment.speaker,
    })),
    marks,
  };
}

interface Counted {
  readonly entity: Pick<EntityView, 'id' | 'name'>;
  readonly count: number;
}

/** By count descending, then name. */
export function byCount(a: Counted, b: Counted): number {
  if (a.count !== b.count) return b.count - a.count;
  if (a.entity.name !== b.entity.name) return a.entity.name < b.entity.name ? -1 : 1;

  return a.entity.id < b.entity.id ? -1 : 1;
}
