/** Shorter beginnings of words are looked for as whole words. */
const SHORTEST_PREFIX = 3;
const LAST_WORD = new RegExp(`(^|[\\s(])[^\\s"():*-]{${SHORTEST_PREFIX},}$`, 'u');

/** What is looked for while somebody types: the last word may go on, unless it stands in a phrase. */
export function typedQuery(text: string): string {
  const outsidePhrases = text.replaceAll(/"[^"]*"/g, '');

  return LAST_WORD.test(text) && !outsidePhrases.includes('"') ? `${text}*` : text;
}
