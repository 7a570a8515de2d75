import { piecesOf } from './matches.ts';
import type { Span } from './matches.ts';

const BEFORE = 90;
const AFTER = 200;

/** The text around its first span, cut between words, with its marks. */
export function excerptOf(text: string, spans: readonly Span[]): { text: string; isMarked: boolean }[] {
  const first = spans[0]?.start ?? 0;
  const from = first <= BEFORE ? 0 : afterSpace(text, first - BEFORE, first);
  const to = text.length <= first + AFTER ? text.length : beforeSpace(text, first + AFTER, spans[0]?.end ?? 0);
  const inside = spans
    .filter(({ start, end }) => start >= from && end <= to)
    .map(({ start, end }) => ({ start: start - from, end: end - from }));

  return [
    ...(from > 0 ? [{ text: '… ', isMarked: false }] : []),
    ...piecesOf(text.slice(from, to), inside),
    ...(to < text.length ? [{ text: ' …', isMarked: false }] : []),
  ];
}

function afterSpace(text: string, at: number, limit: number): number {
  const space = text.indexOf(' ', at);

  return space === -1 || space >= limit ? at : space + 1;
}

function beforeSpace(text: string, at: number, limit: number): number {
  const space = text.lastIndexOf(' ', at);

  return space < limit ? at : space;
}
