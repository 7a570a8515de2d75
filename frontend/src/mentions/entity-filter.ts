interface Named {
  readonly entity: { readonly name: string };
}

/** Mentions whose entity's name contains the text, in any case. All when the text is blank. */
export function filterByName<Mention extends Named>(mentions: readonly Mention[], text: string): readonly Mention[] {
  const wanted = text.trim().toLowerCase();

  return wanted === '' ? mentions : mentions.filter(({ entity }) => entity.name.toLowerCase().includes(wanted));
}

/** The first mention whose entity's name contains the text, in any case; null when none does or the text is blank. */
export const findByName = <Mention extends Named>(mentions: readonly Mention[], text: string): Mention | null =>
  text.trim() === '' ? null : (filterByName(mentions, text)[0] ?? null);

/** Height of the list's box in pixels: compact for few entities, lower still for none. */
export function listHeight(count: number): number {
  if (count === 0) return 100;

  return count <= 3 ? 40 * count + 16 : 400;
}
