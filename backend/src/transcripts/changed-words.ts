const WORDS = /\s+|[^\s]+/g;

/** The part that differs between two texts, from the first changed word to the last. */
export function changedWords(from: string, to: string): [before: string, after: string] {
  const [a, b] = [from.match(WORDS) ?? [], to.match(WORDS) ?? []];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [before, after] = [a, b].map((words) => words.slice(start, words.length - end).join(''));

  // Only white space differs, so the whole text is clearer.
  return before!.trim() === after!.trim() ? [from, to] : [before!.trim(), after!.trim()];
}
