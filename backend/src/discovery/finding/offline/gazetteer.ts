import { findOccurrences, foldQuickly } from '@earmark/contracts/mentions';
import { giveWay } from '../../../kit/in-turns.ts';
import { isEverydayWord } from './everyday-words.ts';
import type { RawName } from './raw-name.ts';

/** Names that the vocabulary knows, by what is left of them without punctuation. */
export type Gazetteer = ReadonlyMap<string, readonly KnownName[]>;
export interface KnownName {
  readonly name: string;
  readonly type: string;
}

const MOST_WORDS = 6;
const NAMES_AT_ONCE = 2000;
const TURNS_AT_ONCE = 20;
const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/u;

/** Of very many names; gives way in between. */
export async function gazetteerOf(names: Iterable<KnownName>): Promise<Gazetteer> {
  const gazetteer = new Map<string, KnownName[]>();
  let count = 0;
  for (const known of names) {
    const words = foldedWords(known.name);
    if (words.length > 0 && words.length <= MOST_WORDS) {
      const key = words.join(' ');
      const same = gazetteer.get(key);
      if (same) same.push(known);
      else gazetteer.set(key, [known]);
    }
    if (++count % NAMES_AT_ONCE === 0) await giveWay();
  }

  return gazetteer;
}

/** Names of the vocabulary that stand in the text, written as names are unless it has no capitals at all. */
export async function gazetteerNames(
  turns: readonly string[],
  gazetteer: Gazetteer,
  lowerCase: boolean,
): Promise<RawName[]> {
  const found = new Map<string, RawName>();
  for (const [index, turn] of turns.entries()) {
    if (index > 0 && index % TURNS_AT_ONCE === 0) await giveWay();
    const words = foldedWords(turn);
    const tried = new Set<string>();
    for (let from = 0; from < words.length; from++)
      for (let to = from + 1; to <= Math.min(words.length, from + MOST_WORDS); to++) {
        const key = words.slice(from, to).join(' ');
        if (tried.has(key)) continue;
        tried.add(key);
        for (const { name, type } of gazetteer.get(key) ?? [])
          if (!found.has(`${type} ${name}`) && standsAsName(turn, name, lowerCase))
            found.set(`${type} ${name}`, { name, type, base: baseOf(type), url: null, source: 'gazetteer' });
      }
  }

  return [...found.values()];
}

const foldedWords = (text: string): string[] =>
  foldQuickly(text)
    .split(SEPARATORS)
    .filter((word) => word !== '');

const baseOf = (type: string): number => (type === 'company' ? 0.65 : type === 'location' ? 0.6 : 0.55);

/** Everyday words are the names of many books and companies. */
function standsAsName(text: string, name: string, lowerCase: boolean): boolean {
  const words = name.split(/\s+/u);
  if (words.every(isEverydayWord)) return false;
  const occurrences = findOccurrences(text, { name, caseSensitive: false, wholeWord: true });
  if (lowerCase) return occurrences.length > 0 && (words.length > 1 || name.length > 4);

  return occurrences.some(({ start, end }) => {
    const written = text.slice(start, end);
    const isInitial = /(?:^|[.?!…]["”]?)\s*$/u.test(text.slice(Math.max(0, start - 4), start));
    if (words.length > 1) return /\p{Lu}/u.test(written);
    return !isInitial && /^\p{Lu}|\p{Ll}\p{Lu}/u.test(written);
  });
}
