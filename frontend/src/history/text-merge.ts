import type { Change } from '@earmark/contracts/history';
import { diffArrays } from 'diff';

/** A text change that cannot be undone because of a later one. */
export interface BlockedText {
  /** Null for the description of the episode: its texts are HTML. */
  readonly segmentId: string | null;
  /** The texts before and after the change. */
  readonly before: string;
  readonly after: string;
  /** Path of the episode's page. */
  readonly link: string;
}

const TEXT_PATH = /^segments\/([^/]+)\/text$/;

/** Null for a change that can be undone directly, was undone already, or is not of a text. */
export function blockedText({ type, diff, link, revertible, revertedBy }: Change): BlockedText | null {
  const [field] = diff;
  if (revertible || revertedBy !== null || link === null || field === undefined) return null;
  const { path, from, to } = field;
  // An episode may have had no description.
  if (type === 'DescriptionEdited' && path === 'description')
    return { segmentId: null, before: wordsIn(from), after: wordsIn(to), link };
  const segmentId = TEXT_PATH.exec(path)?.[1];
  if (type !== 'SegmentEdited' || segmentId === undefined) return null;

  return typeof from === 'string' && typeof to === 'string' ? { segmentId, before: from, after: to, link } : null;
}

const wordsIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The same for HTML; also null where the tags would change. */
export function htmlWithoutChange(before: string, after: string, now: string): string | null {
  const merged = withoutChange(before, after, now);

  return merged !== null && tagsOf(merged) === tagsOf(now) ? merged : null;
}

const tagsOf = (html: string): string => (html.match(/<[^>]*>/g) ?? []).join('');

/** `now` without the change, word by word; null where the changed words are gone. */
export function withoutChange(before: string, after: string, now: string): string | null {
  const changed = wordsOf(after);
  const result = wordsOf(now);
  const places = placesIn(changed, result);
  // From the end, so that earlier positions stay valid.
  for (const { start, length, words } of edits(changed, wordsOf(before)).toReversed()) {
    const own = places.slice(start, start + length);
    const isThere = own.every((place, index) => place >= 0 && place === own[0]! + index);
    const at = own[0] ?? (start > 0 && places[start - 1]! >= 0 ? places[start - 1]! + 1 : (places[start] ?? -1));
    if (!isThere || at < 0) return null;
    result.splice(at, length, ...words);
  }

  return result.join(' ');
}

const wordsOf = (text: string): string[] => text.trim().split(/\s+/);

/** For each word of `from`, its index in `to`, or -1 if it is gone. */
function placesIn(from: readonly string[], to: readonly string[]): number[] {
  const places: number[] = [];
  let place = 0;
  for (const { added, removed, value } of diffArrays([...from], [...to]))
    if (added) place += value.length;
    else for (const _ of value) places.push(removed ? -1 : place++);

  return places;
}

/** The edits that turn `from` into `to`: at `start`, `words` replace `length` words. */
function edits(from: readonly string[], to: readonly string[]): { start: number; length: number; words: string[] }[] {
  const found: { start: number; length: number; words: string[] }[] = [];
  let start = 0;
  let open: { start: number; length: number; words: string[] } | null = null;
  for (const { added, removed, value } of diffArrays([...from], [...to])) {
    if (!added && !removed) {
      open = null;
      start += value.length;
      continue;
    }
    if (open === null) found.push((open = { start, length: 0, words: [] }));
    if (added) open.words.push(...value);
    else {
      open.length += value.length;
      start += value.length;
    }
  }

  return found;
}
