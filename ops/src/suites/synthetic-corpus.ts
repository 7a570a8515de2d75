import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Name } from './names.ts';

const WORDS = 60_000;
/** Of a corpus like the shared ones. */
const NAMES = 50_000;
const TURNS = 170;
const WORDS_PER_TURN = [20, 90] as const;
const SPEAKERS = ['Ada', 'Bea', 'Cem'];
const SYLLABLES =
  'ba be bi bo da de di do fa fe ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so ta te ti to ve vi za'.split(
    ' ',
  );

export interface SyntheticSize {
  readonly turns?: number;
  readonly names?: number;
  /** From, and below. */
  readonly wordsPerTurn?: readonly [number, number];
}

/** Numbers in [0, 1), the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;

  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);

    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Synthetic words, most frequent first, and a function that draws one with the frequencies of a natural language. */
export function madeUpWords(random: () => number): { words: readonly string[]; word: () => string } {
  const words = Array.from({ length: WORDS }, (_, rank) => wordOf(rank, random));

  // Zipf: the word of rank n is as frequent as 1/n.
  return { words, word: () => words[Math.min(WORDS - 1, Math.floor(WORDS ** random()))]! };
}

/** Writes `files` transcripts of synthetic words; names are runs of 1 to 3 of the words, the same for the same numbers. */
export async function writeSyntheticCorpus(
  folder: string,
  files: number,
  { turns: most = TURNS, names: count = NAMES, wordsPerTurn: [few, many] = WORDS_PER_TURN }: SyntheticSize = {},
): Promise<Name[]> {
  await mkdir(folder);
  const random = seededRandom(1);
  const { words, word } = madeUpWords(random);
  for (let file = 0; file < files; file++) {
    const turns = Array.from({ length: most }, (_, turn) => {
      const text = Array.from({ length: few + Math.floor(random() * (many - few)) }, word).join(' ');
      return `**${SPEAKERS[turn % SPEAKERS.length]}:** ${text}.\n`;
    });
    await writeFile(join(folder, `episode-${String(file).padStart(5, '0')}.md`), turns.join('\n'));
  }
  const names = new Set<string>();
  while (names.size < count) {
    const parts = Array.from(
      { length: 1 + Math.floor(random() * 3) },
      () => words[Math.floor(200 + random() * (WORDS - 200))]!,
    );
    names.add(parts.map((part) => part[0]!.toUpperCase() + part.slice(1)).join(' '));
  }

  return Array.from(names, (name) => ({ name, type: 'company', entity: name }));
}

function wordOf(rank: number, random: () => number): string {
  const length = 1 + Math.floor(Math.log10(rank + 1) * 0.8 + random());
  const parts = Array.from({ length }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]!);

  return parts.join('') + (rank > 1_000 ? (rank % 26 === 0 ? '' : String.fromCharCode(97 + (rank % 26))) : '');
}
