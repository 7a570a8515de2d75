import { compileMatcher } from '@earmark/contracts/mentions';
import { npmAutomaton } from './npm-automaton.ts';

export const ENGINE_NAMES = ['matcher', 'regexp-loop', 'alternation', 'npm-automaton'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** Counts the occurrences of its names in one text; calls `onPair` once per name that occurs. */
export type Count = (text: string, onPair: (name: number) => void) => number;

/** Ways to count whole words, ignoring case. The simple ones handle ASCII only, and the alternation misses names inside others. */
export const ENGINES: Readonly<Record<EngineName, (names: readonly string[]) => Count>> = {
  matcher: (names) => {
    const matcher = compileMatcher(names.map((name) => ({ name, caseSensitive: false, wholeWord: true })));
    const lastTexts = new Int32Array(names.length).fill(-1);
    let number = 0;

    return (text, onPair) => {
      let hits = 0;
      number++;
      matcher.scan(text, (pattern) => {
        hits++;
        if (lastTexts[pattern] === number) return;
        lastTexts[pattern] = number;
        onPair(pattern);
      });

      return hits;
    };
  },
  'regexp-loop': (names) => {
    const patterns = names.map((name) => new RegExp(`(?<!\\w)${escaped(name)}(?!\\w)`, 'gi'));

    return (text, onPair) => {
      let hits = 0;
      patterns.forEach((pattern, index) => {
        const found = text.match(pattern)?.length ?? 0;
        hits += found;
        if (found > 0) onPair(index);
      });

      return hits;
    };
  },
  alternation: (names) => {
    const longestFirst = names.toSorted((a, b) => b.length - a.length);
    const pattern = new RegExp(`(?<!\\w)(?:${longestFirst.map(escaped).join('|')})(?!\\w)`, 'gi');

    return (text) => text.match(pattern)?.length ?? 0;
  },
  'npm-automaton': (names) => {
    const automaton = new (npmAutomaton())(names.map((name) => name.toLowerCase()));

    return (text, onPair) => {
      let hits = 0;
      const found = new Set<number>();
      for (const { patternIndex, start, end } of automaton.search(text.toLowerCase())) {
        if (/\w/.test(text.charAt(start - 1)) || /\w/.test(text.charAt(end))) continue;
        hits++;
        found.add(patternIndex);
      }
      found.forEach(onPair);

      return hits;
    };
  },
};

const escaped = (name: string): string => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
