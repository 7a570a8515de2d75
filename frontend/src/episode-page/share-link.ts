import { formatMoment } from '../kit/moment.ts';

interface Shared {
  /** Address of the page; of its own query only the moment in the past is kept. */
  readonly href: string;
  /** Where it starts; null links to the beginning. */
  readonly ms: number | null;
  /** Name of the entity or text that is highlighted; null when nothing is. */
  readonly highlighted: string | null;
}

/** Link to the episode at this moment, with what is highlighted. */
export function shareLink({ href, ms, highlighted }: Shared): string {
  const url = new URL(href);
  // What is shared is what is read: also of the past.
  const asOf = url.searchParams.get('asOf');
  url.search = '';
  url.hash = '';
  if (asOf !== null) url.searchParams.set('asOf', asOf);
  if (highlighted !== null) url.searchParams.set('entity', highlighted);
  if (ms !== null && ms >= 1000) url.searchParams.set('t', formatMoment(ms));

  return url.href;
}
