import nlp from 'compromise';
import { z } from 'zod';
import { isEverydayWord } from './everyday-words.ts';
import type { RawName } from './raw-name.ts';

const HONORIFIC = /^(?:(?:dr|prof|professor|mr|mrs|ms|sir|rev|president|senator|queen|king|pope|lord|lady)\.?\s+)+/iu;
const Phrases = z.array(z.object({ text: z.string() }));

/** Persons, organisations and places as the library `compromise` sees them in English text. */
export function compromiseNames(text: string, lowerCase: boolean): RawName[] {
  const doc = nlp(text);

  return [
    ...phrasesOf(doc.people()).flatMap((phrase) => personsIn(phrase, lowerCase)),
    ...phrasesOf(doc.organizations()).flatMap((name) => named(name, 'company', 0.65, lowerCase)),
    ...phrasesOf(doc.places()).flatMap((phrase) =>
      // "Austin, Texas" is two places.
      phrase.split(/,\s*/u).flatMap((name) => named(name, 'location', 0.6, lowerCase)),
    ),
  ];
}

const phrasesOf = (view: { json(options: object): unknown }): string[] =>
  Phrases.parse(view.json({ text: true, terms: false })).map(({ text }) => text);

function personsIn(phrase: string, lowerCase: boolean): RawName[] {
  const name = phrase.replace(HONORIFIC, '');
  const isOneWord = !/\s/u.test(name.trim());
  // A first name by itself is hardly worth a decision; without capitals, it is mostly none.
  if (isOneWord && lowerCase) return [];

  return named(name, 'person', isOneWord ? 0.4 : 0.55, lowerCase);
}

function named(name: string, type: string, base: number, lowerCase: boolean): RawName[] {
  const words = name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const bare = words.map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  if (bare.length === 0 || bare.every(isEverydayWord) || bare.length > 6) return [];
  // Pronouns and verbs that it takes for names.
  if (!lowerCase && !/^[\p{Lu}\p{N}]/u.test(bare[0]!)) return [];
  if (!lowerCase && bare.length === 1 && !/\p{Lu}/u.test(bare[0]!)) return [];

  return [{ name: words.join(' '), type, base, url: null, source: 'compromise' }];
}
