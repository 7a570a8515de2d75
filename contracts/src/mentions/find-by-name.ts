import { foldName } from './quick-fold.ts';

interface Named {
  readonly entity: {
    readonly name: string;
    /** What is merged into it is found by its own name, too. */
    readonly merged?: readonly { readonly name: string }[];
  };
}

const namesOf = ({ entity: { name, merged = [] } }: Named): string[] => [name, ...merged.map((one) => one.name)];

/** The items with an entity name that contains the text, ignoring case. All of them when the text is blank. */
export function filterByName<One extends Named>(list: readonly One[], text: string): readonly One[] {
  const wanted = text.trim().toLowerCase();

  return wanted === '' ? list : list.filter((one) => namesOf(one).some((name) => name.toLowerCase().includes(wanted)));
}

/**
 * The item whose entity name equals the text once both are folded; otherwise the first whose name contains it, ignoring
 * case. Null when none does, or the text is blank.
 */
export function findByName<One extends Named>(list: readonly One[], text: string): One | null {
  const wanted = foldName(text);
  if (wanted === '') return null;

  return (
    list.find((one) => namesOf(one).some((name) => foldName(name) === wanted)) ?? filterByName(list, text)[0] ?? null
  );
}
