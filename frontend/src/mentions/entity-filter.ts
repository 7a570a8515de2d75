import { foldName } from '@earmark/contracts/mentions';

interface Named {
  readonly entity: { readonly name: string };
}

/** Mentions whose entity's name contains the text, in any case. All when the text is blank. */
export function filterByName<Mention extends Named>(mentions: readonly Mention[], text: string): readonly Mention[] {
  const wanted = text.trim().toLowerCase();

  return wanted === '' ? mentions : mentions.filter(({ entity }) => entity.name.toLowerCase().includes(wanted));
}

/**
 * The mention whose entity bears the text as its name, as names are compared; else the first whose name contains it, in
 * any case. Null when none does or the text is blank.
 */
export function findByName<Mention extends Named>(mentions: readonly Mention[], text: string): Mention | null {
  const wanted = foldName(text);
  if (wanted === '') return null;

  return mentions.find(({ entity }) => foldName(entity.name) === wanted) ?? filterByName(mentions, text)[0] ?? null;
}

/** Height of the list's box in pixels: compact for few entities, lower still for none. */
export function listHeight(count: number): number {
  if (count === 0) return 100;

  return count <= 3 ? 40 * count + 16 : 400;
}
