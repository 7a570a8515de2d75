import { formatMoment } from '@earmark/contracts/kit';

interface Shared {
  /** Address of the page; of its query only the past moment is kept. */
  readonly href: string;
  /** Start position; null for the beginning. */
  readonly ms: number | null;
  /** Name of the entity or text that is highlighted; null when nothing is. */
  readonly highlighted: string | null;
}

/** Link to the episode at this moment, with the current highlight. */
export function shareLink({ href, ms, highlighted }: Shared): string {
  const url = new URL(href);
  // Share the version that is shown, even a past one.
  const asOf = url.searchParams.get('asOf');
  url.search = '';
  url.hash = '';
  if (asOf !== null) url.searchParams.set('asOf', asOf);
  if (highlighted !== null) url.searchParams.set('entity', highlighted);
  if (ms !== null && ms >= 1000) url.searchParams.set('t', formatMoment(ms));

  return url.href;
}
