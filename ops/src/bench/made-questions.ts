import { dice, plainTextOf, type ShownSegment } from './search-checks.ts';

/** Of all segments, those whose words are drawn. */
const SAMPLE = 20;
const LONG_WORD = 5;

/** Questions as visitors ask them, about words that stand near each other in a text, and about names; the same for the same seed. */
export function madeQuestions(
  segments: readonly ShownSegment[],
  entities: readonly string[],
  { count, seed }: { count: number; seed: number },
): string[] {
  const next = dice(seed);
  const pick = <Value>(from: readonly Value[]): Value => from[next(from.length)]!;
  const texts = segments
    .filter((_, index) => index % SAMPLE === 0)
    .map(({ text }) => [...new Set(plainTextOf(text).trim().split(' ').filter(isWord))])
    .filter((words) => words.length >= 3);
  const near = (words: readonly string[]): string[] => {
    const from = next(words.length - 2);
    return words.slice(from, from + 3);
  };
  const shapes: readonly (() => string)[] = [
    () => {
      const [one, other] = near(pick(texts));
      return `What do they say about ${one} and ${other}?`;
    },
    () => `Who said that ${near(pick(texts)).join(' ')}?`,
    () => {
      const [one, other, third] = near(pick(texts));
      return `Why is the ${one} of ${other} a ${third}?`;
    },
    () => `What does ${pick(entities)} have to do with ${pick(pick(texts))}?`,
    () => `How often is ${pick(entities)} mentioned?`,
    () => `Compare ${pick(entities)} and ${pick(entities)}`,
  ];
  return Array.from({ length: count }, (_, index) => shapes[index % shapes.length]!());
}

const isWord = (word: string): boolean => word.length >= LONG_WORD && /^[a-z]+$/.test(word);
