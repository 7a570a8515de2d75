import { formatMoment } from '@earmark/contracts/kit';

/** What to mark in a transcript: an entity, or a text. */
export interface Sought {
  /** Its name. */
  readonly entity: string;
  readonly words: string;
}

interface Place {
  readonly podcastSlug: string;
  readonly episodeSlug: string;
}

interface MarkedText {
  readonly text: string;
  /** Flat `[start, end, …]`. */
  readonly marks: readonly number[];
}

/**
 * Address of an episode, or of a passage in it, with what was searched for marked there. The page marks one text as it is
 * written, so of a search with operators it gets what the passage was found by.
 */
export function episodePath(
  { podcastSlug, episodeSlug }: Place,
  { entity, words }: Sought,
  passage: (MarkedText & { readonly startMs: number }) | null,
  isAtPassage = passage !== null,
): string {
  const params = new URLSearchParams();
  if (passage !== null && isAtPassage) params.set('t', formatMoment(passage.startMs));
  const found = words === '' || passage === null ? words : (markedOf(passage) ?? words);
  if (entity !== '') params.set('entity', entity);
  else if (found !== '') params.set('search', found);
  const query = String(params);

  return `/podcasts/${encodeURIComponent(podcastSlug)}/${encodeURIComponent(episodeSlug)}${query === '' ? '' : `?${query}`}`;
}

/** Neighbouring marks are one text: the words of a phrase. */
function markedOf({ text, marks }: MarkedText): string | null {
  const [start, end] = marks;
  if (start === undefined || end === undefined) return null;
  let last = end;
  for (let at = 2; at + 1 < marks.length && /^[\s\p{P}]*$/u.test(text.slice(last, marks[at])); at += 2)
    last = marks[at + 1] ?? last;

  return text.slice(start, last);
}
