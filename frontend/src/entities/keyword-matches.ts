import type { SegmentView } from '@earmark/contracts/transcripts';
import { marksOfKeyword } from './entity-counts.ts';

const MOST_SHOWN = 10;
const AROUND_CHARACTERS = 50;

export interface KeywordMatch {
  readonly segmentIndex: number;
  readonly startMs: number;
  readonly speaker: string;
  /** At most 50 characters, with an ellipsis where the segment goes on. */
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

export interface KeywordSearch {
  readonly term: string;
  readonly total: number;
  /** The first 10. */
  readonly shown: readonly KeywordMatch[];
}

/** Where the term stands in the transcript, also inside words, in any case. */
export function searchKeyword(transcript: readonly SegmentView[], term: string): KeywordSearch {
  const marks = marksOfKeyword(transcript, term);
  const shown: KeywordMatch[] = [];
  for (let at = 0; at < marks.length && shown.length < MOST_SHOWN; at += 3) {
    const [segmentIndex = 0, start = 0, end = 0] = marks.slice(at, at + 3);
    const segment = transcript[segmentIndex];
    if (segment === undefined) continue;
    const from = Math.max(0, start - AROUND_CHARACTERS);
    const to = Math.min(segment.text.length, end + AROUND_CHARACTERS);
    shown.push({
      segmentIndex,
      startMs: segment.startTime,
      speaker: segment.speaker,
      before: `${from > 0 ? '…' : ''}${wholeCharacters(segment.text.slice(from, start))}`,
      match: segment.text.slice(start, end),
      after: `${wholeCharacters(segment.text.slice(end, to))}${to < segment.text.length ? '…' : ''}`,
    });
  }

  return { term, total: marks.length / 3, shown };
}

/** Without the half of a character that a cut has left. */
const wholeCharacters = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
