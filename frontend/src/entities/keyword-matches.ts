import type { SegmentView } from '@earmark/contracts/transcripts';
import { marksOfName, segmentsOfMarks } from './entity-counts.ts';

const MAX_SHOWN = 10;
const AROUND_CHARACTERS = 50;

export interface KeywordMatch {
  readonly segmentIndex: number;
  readonly startMs: number;
  readonly speaker: string;
  /** At most 50 characters, with an ellipsis where the text is cut. */
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

export interface KeywordSearch {
  readonly term: string;
  readonly total: number;
  /** Number of segments with a match, which is the number of mentions an entity of this name would have. */
  readonly segments: number;
  /** The first 10 matches. */
  readonly shown: readonly KeywordMatch[];
}

/** Finds the term in the transcript by the same rule as the name of an entity. */
export function searchKeyword(transcript: readonly SegmentView[], term: string): KeywordSearch {
  const marks = marksOfName(transcript, term);
  const shown: KeywordMatch[] = [];
  for (let at = 0; at < marks.length && shown.length < MAX_SHOWN; at += 3) {
    const [segmentIndex = 0, start = 0, end = 0] = marks.slice(at, at + 3);
    const segment = transcript[segmentIndex];
    if (segment === undefined) continue;
    shown.push({
      segmentIndex,
      startMs: segment.startTime,
      speaker: segment.speaker,
      before: textBefore(segment.text, start),
      match: segment.text.slice(start, end),
      after: textAfter(segment.text, end),
    });
  }

  return { term, total: marks.length / 3, segments: segmentsOfMarks(marks).length, shown };
}

function textBefore(text: string, end: number): string {
  const from = end - AROUND_CHARACTERS;
  if (from <= 0) return text.slice(0, end);
  // Do not start in the middle of a word unless there is no other place.
  const cut = text.slice(from, end).replace(isInsideWord(text, from) ? /^\S+\s+(?=\S)/ : /^\s+/, '');

  return `…${wholeCharacters(cut)}`;
}

function textAfter(text: string, start: number): string {
  const to = start + AROUND_CHARACTERS;
  if (to >= text.length) return text.slice(start);
  const cut = text.slice(start, to).replace(isInsideWord(text, to) ? /(?<=\S)\s+\S+$/ : /\s+$/, '');

  return `${wholeCharacters(cut)}…`;
}

const isInsideWord = (text: string, at: number): boolean => /^\S\S$/.test(text.slice(at - 1, at + 1));

/** Drops half of a surrogate pair left by a cut. */
const wholeCharacters = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
