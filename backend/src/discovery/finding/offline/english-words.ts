import nlp from 'compromise';
import { z } from 'zod';

const Model = z.object({ one: z.object({ lexicon: z.record(z.string(), z.unknown()) }) });
let lexicon: ReadonlySet<string> | null = null;

/** Whether the lexicon of `compromise` has the word, in any of its forms. `word` in lower case. */
export function isEnglishWord(word: string): boolean {
  lexicon ??= new Set(Object.keys(Model.parse(nlp.model()).one.lexicon));
  const stems = [
    word,
    word.replace(/s$/u, ''),
    word.replace(/e?d$/u, ''),
    word.replace(/ing$/u, ''),
    word.replace(/ly$/u, ''),
  ];

  return stems.some((stem) => lexicon!.has(stem) || lexicon!.has(`${stem}e`));
}
