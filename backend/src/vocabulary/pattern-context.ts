import { foldName, hasCharacters } from '@earmark/contracts/mentions';
import { NO_CONTEXT, type PatternFacts, type TypedPattern } from '@earmark/contracts/vocabulary';
import { Rejected } from '../kit/rejected.ts';

export type Context = Pick<PatternFacts, 'near' | 'notNear' | 'distance'>;

/**
 * The context as it is recorded: each word once; what is not typed as in `from`. Without words, the distance is the
 * usual one. Throws Rejected: pattern-without-characters, invalid.
 */
export function contextOf(
  typed: Pick<TypedPattern, 'near' | 'notNear' | 'distance'>,
  from: Context = NO_CONTEXT,
): Context {
  const near = typed.near ? onceEach(typed.near) : from.near;
  const notNear = typed.notNear ? onceEach(typed.notNear) : from.notNear;
  if (near.length + notNear.length === 0) return NO_CONTEXT;
  const unwanted = new Set(notNear.map(foldName));
  const both = near.find((word) => unwanted.has(foldName(word)));
  if (both !== undefined)
    throw new Rejected('invalid', `"${both}" cannot be both a word that must stand near and one that must not.`);

  return { near, notNear, distance: typed.distance ?? from.distance };
}

function onceEach(words: readonly string[]): readonly string[] {
  const byKey = new Map<string, string>();
  for (const word of words.map((one) => one.trim())) {
    if (!hasCharacters(word))
      throw new Rejected('pattern-without-characters', `"${word}" contains no searchable character.`);
    const key = foldName(word);
    if (!byKey.has(key)) byKey.set(key, word);
  }

  return byKey.size === 0 ? NO_CONTEXT.near : [...byKey.values()];
}

/** Whether two patterns have the same value in a field. */
export const isSameIn = <Key extends keyof PatternFacts>(key: Key, one: PatternFacts, other: PatternFacts): boolean => {
  const [a, b]: [unknown, unknown] = [one[key], other[key]];

  return Array.isArray(a) && Array.isArray(b) ? a.join('\n') === b.join('\n') : a === b;
};

/** Whether two contexts are the same. */
export const isSameContext = (one: Context, other: Context): boolean =>
  one.distance === other.distance &&
  one.near.join('\n') === other.near.join('\n') &&
  one.notNear.join('\n') === other.notNear.join('\n');
