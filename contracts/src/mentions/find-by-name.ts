import { foldName } from './matching-rule.ts';

interface Named {
  readonly entity: { readonly name: string };
}

/** The items whose entity name contains the text, ignoring case. All of them when the text is blank. */
export function filterByName<One extends Named>(list: readonly One[], text: string): readonly One[] {
  const wanted = text.trim().toLowerCase();

  return wanted === '' ? list : list.filter(({ entity }) => entity.name.toLowerCase().includes(wanted));
}

/**
 * The item whose entity name equals the text once both are folded; otherwise the first whose name contains it, ignoring
 * case. Null when none does, or the text is blank.
 */
export function findByName<One extends Named>(list: readonly One[], text: string): One | null {
  const wanted = foldName(text);
  if (wanted === '') return null;

  return list.find(({ entity }) => foldName(entity.name) === wanted) ?? filterByName(list, text)[0] ?? null;
}
