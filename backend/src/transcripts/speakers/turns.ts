import type { RecordedSegment, SegmentId, SpeakerId } from '@earmark/contracts/transcripts';
import { folded } from './person-names.ts';

/** What one label says until another one speaks. */
export interface Turn {
  readonly speakerId: SpeakerId | null;
  readonly words: readonly Word[];
  readonly text: string;
  /** The segments by their offsets in the text. */
  readonly segments: readonly { readonly offset: number; readonly segment: RecordedSegment }[];
}

export interface Word {
  /** Lower case without accents. */
  readonly word: string;
  readonly offset: number;
  readonly end: number;
  readonly isCapitalised: boolean;
  /** A comma, or the end of a sentence or of the turn, stands before it, or after it. */
  readonly opens: boolean;
  readonly closes: boolean;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
const BREAK = /[,.;:!?…"“”()—–]|--/;

export function turnsOf(segments: readonly RecordedSegment[]): Turn[] {
  const turns: Turn[] = [];
  for (let from = 0; from < segments.length;) {
    const { speakerId } = segments[from]!;
    let to = from + 1;
    while (to < segments.length && segments[to]!.speakerId === speakerId) to += 1;
    turns.push(turnOf(segments.slice(from, to)));
    from = to;
  }

  return turns;
}

function turnOf(own: readonly RecordedSegment[]): Turn {
  let text = '';
  const segments = own.map((segment) => {
    if (text !== '') text += ' ';
    const offset = text.length;
    text += segment.text.trim();
    return { offset, segment };
  });

  return { speakerId: own[0]!.speakerId, words: wordsIn(text), text, segments };
}

function wordsIn(text: string): Word[] {
  const matches = [...text.matchAll(WORD)];

  return matches.map((match, index) => {
    const [written] = match;
    const end = match.index + written.length;
    const before = matches[index - 1];
    const next = matches[index + 1];
    return {
      word: folded(written).replaceAll('’', "'"),
      offset: match.index,
      end,
      isCapitalised: /^\p{Lu}/u.test(written),
      opens: !before || BREAK.test(text.slice(before.index + before[0].length, match.index)),
      closes: !next || BREAK.test(text.slice(end, next.index)),
    };
  });
}

const OPENING = { share: 0.15, least: 6 };

/** How many turns a show takes to begin, or to end. */
export const openingOf = ({ length }: readonly Turn[]): number =>
  Math.max(OPENING.least, Math.ceil(length * OPENING.share));

/** Who says less, as a share of the words, is an advertisement or a voice from elsewhere. */
const BRIEF = 0.03;

/** The labels that say more than a few words. */
export function mainLabels(turns: readonly Turn[]): Set<SpeakerId> {
  const words = new Map<SpeakerId, number>();
  let all = 0;
  for (const turn of turns) {
    all += turn.words.length;
    if (turn.speakerId !== null) words.set(turn.speakerId, (words.get(turn.speakerId) ?? 0) + turn.words.length);
  }

  return new Set([...words].flatMap(([label, count]) => (count >= all * BRIEF ? [label] : [])));
}

/** The segment in which an offset of the turn lies. */
export function placeOf({ segments }: Turn, offset: number): { segmentId: SegmentId; startMs: number } {
  const { segmentId, startMs } = segments.findLast((one) => one.offset <= offset)!.segment;

  return { segmentId, startMs };
}

const QUOTE = { before: 40, after: 60 };

/** The words around a passage. */
export function quoteAt({ text }: Turn, from: number, to: number): string {
  const start = from <= QUOTE.before ? 0 : text.indexOf(' ', from - QUOTE.before) + 1;
  const space = text.lastIndexOf(' ', to + QUOTE.after);
  const end = to + QUOTE.after >= text.length ? text.length : Math.max(to, space);

  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
}
