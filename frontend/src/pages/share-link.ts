import { formatMoment } from '../transcripts/moment.ts';

interface Shared {
  /** Address of the page; its own query is left out. */
  readonly href: string;
  /** Where it starts; null links to the beginning. */
  readonly ms: number | null;
  /** Name of the entity or text that is highlighted; null when nothing is. */
  readonly highlighted: string | null;
}

/** Link to the episode at this moment, with what is highlighted. */
export function shareLink({ href, ms, highlighted }: Shared): string {
  const url = new URL(href);
  url.search = '';
  url.hash = '';
  if (highlighted !== null) url.searchParams.set('entity', highlighted);
  if (ms !== null && ms >= 1000) url.searchParams.set('t', formatMoment(ms));

  return url.href;
}
