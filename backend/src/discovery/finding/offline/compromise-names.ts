import nlp from 'compromise';
import { z } from 'zod';
import { isEverydayWord } from './everyday-words.ts';
import type { RawName } from './raw-name.ts';
import { piecesOf } from './text-runs.ts';

const HONORIFIC =
  /^(?:(?:dr|prof|professor|doctor|mr|mrs|ms|sir|rev|president|senator|queen|king|pope|lord|lady)\.?\s+)+/iu;
/** Words that it takes into the name of a person at the beginning of a sentence. */
const BEFORE =
  /^(?:(?:and|but|or|so|because|as|if|than|that|then|when|while|with|for|from|in|at|on|to)\s+)+(?=\p{Lu})/iu;
/** Where a sentence ends within what it takes for a name, unlike "J." and "St.". */
const SENTENCE_END = /(?:[!?…]|\.{2,})["”’)]*$/u;
const LONGEST_PIECE = 400;
const SMALL_WORD = /^(?:of|the|and|for|de|del|van|von|der|la|du|di|&)$/u;
const Phrases = z.array(z.object({ text: z.string(), offset: z.object({ start: z.number(), length: z.number() }) }));

/** Persons, organisations and places as the library `compromise` sees them in English text. */
export function compromiseNames(text: string, lowerCase: boolean): RawName[] {
  // Without punctuation it takes a whole turn for a sentence, and longer for it than for many short ones.
  return piecesOf(text, LONGEST_PIECE).flatMap((piece) => {
    const doc = nlp(piece);

    return [
      ...phrasesOf(doc.people()).flatMap(({ text: phrase, offset }) =>
        personsIn(phrase, piece.slice(offset.start + offset.length), lowerCase),
      ),
      ...phrasesOf(doc.organizations()).flatMap(({ text: name }) => named(name, 'company', 0.65, lowerCase)),
      ...phrasesOf(doc.places()).flatMap(({ text: phrase }) =>
        // "Austin, Texas" is two places.
        phrase.split(/,\s*/u).flatMap((name) => named(name, 'location', 0.6, lowerCase)),
      ),
    ];
  });
}

const phrasesOf = (view: { json(options: object): unknown }): z.infer<typeof Phrases> =>
  Phrases.parse(view.json({ text: true, terms: false, offset: true }));

function personsIn(phrase: string, after: string, lowerCase: boolean): RawName[] {
  const bare = phrase.replace(BEFORE, '').replace(HONORIFIC, '').trim();
  // It knows first names, and few last names.
  const last = /[\p{L}]$/u.test(bare) ? /^ (\p{Lu}[\p{L}'’-]+\p{L})/u.exec(after)?.[1] : undefined;
  const name = last === undefined || /\s/u.test(bare) || isEverydayWord(last) ? bare : `${bare} ${last}`;
  const isOneWord = !/\s/u.test(name);
  // A first name by itself is hardly worth a decision; without capitals, it is mostly none.
  if (isOneWord && lowerCase) return [];

  return named(name, 'person', isOneWord ? 0.4 : 0.55, lowerCase);
}

function named(phrase: string, type: string, base: number, lowerCase: boolean): RawName[] {
  const all = phrase.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const last = all.findIndex((word) => SENTENCE_END.test(word));
  const words = last === -1 ? all : [...all.slice(0, last), all[last]!.replace(SENTENCE_END, '')];
  const bare = words.map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  // "BERT model" and "Siebel's conference" are names with other words after them.
  const isOther = (word: string, index: number) =>
    (!/^\p{Ll}*[\p{Lu}\p{N}]/u.test(word) && !SMALL_WORD.test(word)) || /['’]s$/u.test(words[index - 1] ?? '');
  const end = lowerCase ? -1 : bare.findIndex(isOther);
  const kept = bare.slice(0, end === -1 ? bare.length : end);
  while (kept.length > 0 && SMALL_WORD.test(kept.at(-1)!)) kept.pop();
  if (kept.length === 0 || kept.length > 6 || kept.every(isEverydayWord)) return [];

  return [{ name: words.slice(0, kept.length).join(' '), type, base, url: null, source: 'compromise' }];
}
