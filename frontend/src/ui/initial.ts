const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first letter of a name, as a capital; `?` when the name is empty. */
export function initialOf(name: string): string {
  const [first] = characters.segment(name.trim());

  return first?.segment.toUpperCase() ?? '?';
}

/** The first letters of a name's first and last word, as capitals; one letter for a name of one word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length === 1 ? words : [words[0] ?? '', words.at(-1) ?? ''];

  return ends.map(initialOf).join('');
}
