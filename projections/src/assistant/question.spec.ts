import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from './question-languages.ts';
import { readQuestion } from './question.ts';

const STOP_WORDS: Readonly<Record<string, readonly string[]>> = {
  english_stem: ['about', 'the', 'and', 'of', 'is', 'did', 'that', 'who', 'how'],
  german_stem: ['uber', 'die', 'der', 'und', 'von', 'wird', 'hat', 'zwischen'],
  spanish_stem: ['se', 'de', 'la', 'el', 'y', 'entre'],
  french_stem: ['a', 'de', 'la', 'le', 'et', 'est', 'entre', 'on', 'ce', 'il', 'y', 't', 'l'],
};
const read = (stemmer: string, question: string, earlier: readonly string[] = []) =>
  readQuestion(question, earlier, {
    stemmer,
    isStopWord: (word) => (STOP_WORDS[stemmer] ?? []).includes(word) || isFrame(stemmer, word),
  });
const isFrame = (stemmer: string, word: string) => LANGUAGES[stemmer]?.frame.has(word) ?? false;
const wordsOf = (parts: ReturnType<typeof read>) => parts.words.map(({ word }) => word);

it.each([
  ['english_stem', 'How often is Lagos mentioned?', ['lagos']],
  ['german_stem', 'Wie oft wird Lagos erwähnt?', ['lagos']],
  ['spanish_stem', '¿Cuántas veces se menciona Lagos?', ['lagos']],
  ['french_stem', 'Combien de fois est mentionné Lagos ?', ['lagos']],
  ['english_stem', '東京は何回言及されましたか', ['東京']],
])('counts in %s: %s', (stemmer, question, words) => {
  const parts = read(stemmer, question);
  expect([parts.asked, wordsOf(parts)]).toEqual([{ kind: 'count' }, words]);
});

it.each([
  ['english_stem', 'Who said that bread rises?', false, ['bread', 'rises']],
  ['german_stem', 'Wer hat gesagt, der Teig ruht?', false, ['teig', 'ruht']],
  ['german_stem', 'Wer spricht über Berlin?', true, ['berlin']],
  ['spanish_stem', '¿Quién habla de la democracia?', true, ['democracia']],
  ['french_stem', 'Qui est-ce qui a parlé de la mer ?', true, ['mer']],
  ['english_stem', '誰が東京について話しましたか', true, ['東京']],
])('asks who in %s: %s', (stemmer, question, isAboutMentions, words) => {
  const parts = read(stemmer, question);
  expect([parts.asked, wordsOf(parts)]).toEqual([{ kind: 'who', isAboutMentions }, words]);
});

it.each([
  ['english_stem', 'Compare tea and coffee', ['tea', 'coffee']],
  ['german_stem', 'Vergleiche Tee und Kaffee.', ['Tee', 'Kaffee']],
  ['german_stem', 'Was ist der Unterschied zwischen Tee und Kaffee?', ['Tee', 'Kaffee']],
  ['spanish_stem', '¿Qué diferencia hay entre té y café?', ['té', 'café']],
  ['french_stem', 'Quelle est la différence entre thé et café ?', ['thé', 'café']],
  ['english_stem', '東京と大阪の違い', ['東京', '大阪']],
])('compares in %s: %s', (stemmer, question, sides) => {
  expect(read(stemmer, question).asked).toEqual({ kind: 'compare', sides });
});

describe('words', () => {
  it('are no names for their capital letter where every noun has one', () => {
    expect(read('german_stem', 'Wann gab es die Republik?').words.map(({ isName }) => isName)).not.toContain(true);
    expect(read('english_stem', 'When was the Republic of Texas?').words.filter(({ isName }) => isName)).toHaveLength(
      2,
    );
  });

  it('of Japanese are pairs of characters without kana, and single ones that stand alone', () => {
    expect(wordsOf(read('english_stem', '猫の経済学を説明して'))).toEqual(['猫', '経済', '済学', '説明']);
  });

  it('of the question before belong to one that follows up, in any language', () => {
    expect(wordsOf(read('german_stem', 'Und warum?', ['Wer spricht über Berlin?']))).toEqual(['berlin']);
  });
});
