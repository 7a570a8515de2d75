import { foldText } from '@earmark/contracts/mentions';
import type { WordsAsked } from '@earmark/contracts/search';

const SPACELESS =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]\p{M}*/u;
const RUN = /[\p{L}\p{M}\p{N}_]+/gu;
const CHARACTER = new RegExp(`${SPACELESS.source}|(?:(?!${SPACELESS.source})[\\p{L}\\p{M}\\p{N}_])+`, 'gu');

/** The words of a text in a row: single characters in scripts without spaces. */
export function plainWords(text: string): string[] {
  const folded = foldText(text, false).text;

  return (folded.match(RUN) ?? []).flatMap((run) =>
    (run.match(CHARACTER) ?? []).flatMap((part) => (SPACELESS.test(part) ? Array.from(part) : [part.slice(0, 64)])),
  );
}

/** Whether two words have the same stem; asked only for those that begin alike. */
export type SameStem = (a: string, b: string) => boolean;

/** The rule of searches, applied word by word: the reference for what the index finds. */
export function isFoundPlainly(asked: WordsAsked, words: readonly string[], sameStem: SameStem): boolean {
  switch (asked.kind) {
    case 'word':
    case 'prefix':
    case 'phrase':
      return placesPlainly(asked, words, sameStem).places.length > 0;
    case 'near': {
      const [left, right] = [placesPlainly(asked.left, words, sameStem), placesPlainly(asked.right, words, sameStem)];

      return left.places.some((a) =>
        right.places.some((b) => {
          const gap = a < b ? b - (a + left.length - 1) : a - (b + right.length - 1);

          return a !== b && gap >= 1 && gap <= asked.distance;
        }),
      );
    }
    case 'not':
      return !isFoundPlainly(asked.of, words, sameStem);
    case 'and':
      return asked.of.every((one) => isFoundPlainly(one, words, sameStem));
    case 'or':
      return asked.of.some((one) => isFoundPlainly(one, words, sameStem));
  }
}

function placesPlainly(
  asked: WordsAsked,
  words: readonly string[],
  sameStem: SameStem,
): { places: number[]; length: number } {
  if (!('text' in asked)) throw new Error(`${asked.kind} is at no place`);
  const wanted = plainWords(asked.text);
  const fits = (word: string, index: number): boolean => {
    const one = wanted[index]!;
    if (word === one) return true;
    if (asked.kind === 'prefix') return index === wanted.length - 1 && !SPACELESS.test(one) && word.startsWith(one);

    return asked.kind === 'word' && wanted.length === 1 && word.slice(0, 2) === one.slice(0, 2) && sameStem(word, one);
  };
  const places: number[] = [];
  for (let start = 0; start + wanted.length <= words.length; start += 1)
    if (wanted.every((_, index) => fits(words[start + index]!, index))) places.push(start);

  return { places, length: wanted.length };
}
