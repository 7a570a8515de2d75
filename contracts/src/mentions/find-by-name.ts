import { foldName } from './matching-rule.ts';

interface Named {
  readonly entity: { readonly name: string };
}

/** Those whose entity's name contains the text, in any case. All when the text is blank. */
export function filterByName<One extends Named>(list: readonly One[], text: string): readonly One[] {
  const wanted = text.trim().toLowerCase();

  return wanted === '' ? list : list.filter(({ entity }) => entity.name.toLowerCase().includes(wanted));
}

/**
 * The one whose entity bears the text as its name, as names are compared; else the first whose name contains it, in any
 * case. Null when none does or the text is blank.
 */
export function findByName<One extends Named>(list: readonly One[], text: string): One | null {
  const wanted = foldName(text);
  if (wanted === '') return null;

  return list.find(({ entity }) => foldName(entity.name) === wanted) ?? filterByName(list, text)[0] ?? null;
}
