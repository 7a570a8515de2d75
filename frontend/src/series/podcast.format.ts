const LONGEST_DESCRIPTION = 500;

/** Category without the directory's prefix, in lower case: `PODCASTSERIES_TRUE_CRIME` → `true crime`. */
export const categoryLabel = (category: string): string =>
  category
    .replace(/^PODCASTSERIES_/, '')
    .toLowerCase()
    .replaceAll('_', ' ');

/** The first 500 characters (UTF-16 units, never splitting a surrogate pair), with an ellipsis when truncated. */
export function truncated(text: string): string {
  if (text.length <= LONGEST_DESCRIPTION) return text;
  const whole = text.slice(0, LONGEST_DESCRIPTION).replace(/[\uD800-\uDBFF]$/, '');

  return `${whole.trimEnd()}…`;
}
