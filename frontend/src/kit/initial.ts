const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first letter of a name, as a capital; `?` when the name is empty. */
export function initialOf(name: string): string {
  const [first] = characters.segment(name.trim());

  return first?.segment.toUpperCase() ?? '?';
}
