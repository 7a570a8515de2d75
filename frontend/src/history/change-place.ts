import type { Change } from '@earmark/contracts/history';

/** Path to the page that shows the change, at the right place; null when no page does. */
export function placeOfChange({ link, diff, stream }: Pick<Change, 'link' | 'diff' | 'stream'>): string | null {
  if (link === null) return stream.startsWith('vocabulary-') ? '/admin/entities' : null;
  const segment = diff.map(({ path }) => /^segments\/([^/]+)\//.exec(path)?.[1]).find((id) => id !== undefined);

  return segment === undefined ? link : `${link}?${new URLSearchParams({ segment })}`;
}
