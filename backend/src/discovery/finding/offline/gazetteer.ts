import { compileMatcher, foldQuickly } from '@earmark/contracts/mentions';
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
const TURNS_AT_ONCE = 4;
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
  const met = new Set<KnownName>();
  for (const [index, turn] of turns.entries()) {
    if (index % TURNS_AT_ONCE === 0) await giveWay();
    const words = foldedWords(turn);
    for (let from = 0; from < words.length; from++)
      for (let to = from + 1; to <= Math.min(words.length, from + MOST_WORDS); to++)
        for (const known of gazetteer.get(words.slice(from, to).join(' ')) ?? [])
          if (!known.name.split(/\s+/u).every(isEverydayWord)) met.add(known);
  }
  const names = [...met];
  const matcher = compileMatcher(names.map(({ name }) => ({ name, caseSensitive: false, wholeWord: true })));
  const uses = names.map(() => ({ asName: 0, otherwise: 0 }));
  for (const [index, turn] of turns.entries()) {
    if (index % TURNS_AT_ONCE === 0) await giveWay();
    matcher.scan(turn, (at, start, end) => {
      if (isWrittenAsName(turn, start, end, names[at]!.name)) uses[at]!.asName++;
      else if (!isInitial(turn, start)) uses[at]!.otherwise++;
    });
  }

  return names.flatMap(({ name, type }, index) => {
    const { asName, otherwise } = uses[index]!;
    const isName = lowerCase ? name.length > 4 : asName > otherwise;
    return isName ? [{ name, type, base: baseOf(type), url: null, source: 'gazetteer' as const }] : [];
  });
}

const foldedWords = (text: string): string[] =>
  foldQuickly(text)
    .split(SEPARATORS)
    .filter((word) => word !== '');

const baseOf = (type: string): number => (type === 'company' ? 0.65 : type === 'location' ? 0.6 : 0.55);

/** Everyday words are the names of many books and companies, and acronyms of things. */
function isWrittenAsName(text: string, start: number, end: number, name: string): boolean {
  const written = text.slice(start, end);
  const words = written.split(/\s+/u).filter((word) => /\p{L}/u.test(word));
  if (words.length === 1)
    return /\p{Lu}/u.test(written) && !isInitial(text, start) && (!/^\p{Lu}{2,}$/u.test(name) || written === name);

  return words.every((word) => /\p{Lu}/u.test(word) || /^(?:of|the|and|a|an|in|on|to|for|with|de|&)$/u.test(word));
}

const isInitial = (text: string, start: number): boolean =>
  /(?:^|[.?!…:]["”]?)\s*$/u.test(text.slice(Math.max(0, start - 4), start));
