import { compileMatcher, hasCharacters } from '@earmark/contracts/mentions';
import type { MentionView } from '@earmark/contracts/mentions';
import type { SegmentView } from '@earmark/contracts/transcripts';

const MAX_SAMPLES = 5;

/**
 * Occurrences of a name in the transcript as whole words in any case: flat `[segmentIndex, start, end, …]`, like the
 * server's marks.
 */
export function marksOfName(transcript: readonly SegmentView[], name: string): number[] {
  if (!hasCharacters(name)) return [];
  const matcher = compileMatcher([{ name, caseSensitive: false, wholeWord: true }]);
  const marks: number[] = [];
  transcript.forEach(({ text }, index) => matcher.scan(text, (_, start, end) => marks.push(index, start, end)));

  return marks;
}

/** Indices of the marked segments, each once, ascending; their number is the number of mentions. */
export function segmentsOfMarks(...marks: readonly (readonly number[])[]): number[] {
  const indices = marks.flatMap((flat) => flat.filter((_, at) => at % 3 === 0));

  return [...new Set(indices)].toSorted((one, other) => one - other);
}

/** The first few of these segments as samples of a mention. */
export const samplesOf = (transcript: readonly SegmentView[], indices: readonly number[]): MentionView['contexts'] =>
  indices.slice(0, MAX_SAMPLES).flatMap((index) => {
    const segment = transcript[index];
    if (segment === undefined) return [];
    const { text, timeFormatted, startTime, speaker } = segment;

    return [{ text, timeFormatted, timecode: startTime, speaker }];
  });
