import { foldName, type Likeness } from '@earmark/contracts/mentions';
import type { CountedName } from '@earmark/projections/queries';

/** Two entities that may be the same; `into` has at least as many mentions. */
export interface DuplicatePair {
  readonly from: string;
  readonly into: string;
  readonly likeness: Likeness;
}

/** Names that more entities share say nothing about any two of them. */
const MOST_ALIKE = 6;
/** Shorter names differ by one letter too often. */
const SHORTEST_MISSPELT = 6;
const SHORTEST_PART = 4;
const ORDER: readonly Likeness[] = ['same', 'order', 'initials', 'spelling', 'part'];

interface Named extends CountedName {
  readonly words: readonly string[];
  /** Its letters and numbers. */
  readonly bare: string;
}

/**
 * Pairs of entities whose names are alike, the most likely first, then those with the most mentions. Names meet only where
 * they have a key in common, so that the work grows with their number and not with its square.
 */
export function findDuplicates(all: readonly CountedName[]): DuplicatePair[] {
  const names = all.map((one): Named => {
    // "C++" and "C#" are not "C".
    const words = foldName(one.name).match(/[\p{L}\p{M}\p{N}+#]+/gu) ?? [];

    return { ...one, words, bare: words.join('') };
  });
  const pairs = new Map<string, DuplicatePair & { readonly mentions: number }>();
  const put = (a: Named, b: Named, likeness: Likeness) => {
    if (a.id === b.id) return;
    const [into, from] = a.mentions > b.mentions || (a.mentions === b.mentions && a.id < b.id) ? [a, b] : [b, a];
    const key = `${from.id} ${into.id}`;
    if (!pairs.has(key)) pairs.set(key, { from: from.id, into: into.id, likeness, mentions: a.mentions + b.mentions });
  };
  const meet = (
    keysOf: (name: Named) => readonly string[],
    likeness: Likeness,
    isAlike: (a: Named, b: Named) => boolean = () => true,
  ) => {
    const groups = new Map<string, Named[]>();
    for (const name of names)
      for (const key of keysOf(name)) {
        const group = groups.get(key);
        if (group) group.push(name);
        else groups.set(key, [name]);
      }
    for (const group of groups.values()) {
      if (group.length > MOST_ALIKE) continue;
      for (const [at, a] of group.entries())
        for (const b of group.slice(at + 1)) if (isAlike(a, b)) put(a, b, likeness);
    }
  };

  meet(({ bare }) => (bare === '' ? [] : [bare]), 'same');
  meet(({ words }) => (words.length < 2 ? [] : [words.toSorted().join(' ')]), 'order');
  const ofOneType = (a: Named, b: Named) => a.typeId === b.typeId;
  meet(initialsOf, 'initials', (a, b) => ofOneType(a, b) && (a.words.length === 1) !== (b.words.length === 1));
  meet(misspellings, 'spelling', (a, b) => ofOneType(a, b) && isMisspelt(a.bare, b.bare));
  meet(partsOf, 'part', (a, b) => ofOneType(a, b) && (a.words.length === 1) !== (b.words.length === 1));

  return [...pairs.values()]
    .sort(
      (a, b) =>
        ORDER.indexOf(a.likeness) - ORDER.indexOf(b.likeness) || b.mentions - a.mentions || (a.from < b.from ? -1 : 1),
    )
    .map(({ mentions: _mentions, ...pair }) => pair);
}

/** "International Business Machines" and "IBM". */
function initialsOf({ name, words }: Named): string[] {
  if (words.length >= 3) return [words.map((word) => word[0]).join('')];

  return words.length === 1 && /^\p{Lu}{3,}$/u.test(name.replaceAll('.', '')) ? [words[0]!] : [];
}

/** The name, and the name without each of its letters: names that differ by one letter have one of these in common. */
function misspellings({ bare }: Named): string[] {
  if (bare.length < SHORTEST_MISSPELT) return [];
  const keys = new Set([bare]);
  for (let at = 0; at < bare.length; at += 1) keys.add(bare.slice(0, at) + bare.slice(at + 1));

  return [...keys];
}

/** Whether one letter is missing, wrong or swapped with the next; a number that differs is another number. */
function isMisspelt(a: string, b: string): boolean {
  if (a === b || /[\p{N}+#]/u.test(a) || /[\p{N}+#]/u.test(b)) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];

  return short.slice(at + 1) === long.slice(at + 1) || (isSwapped && short.slice(at + 2) === long.slice(at + 2));
}

/** "Andrew Huberman" and "Huberman", when nobody else has that name. */
function partsOf({ words }: Named): string[] {
  const last = words.at(-1);

  return last === undefined || last.length < SHORTEST_PART ? [] : [last];
}
