import { describe, expect, it } from '@jest/globals';
import { excerptAround, richestExcerpt } from './excerpt.ts';

describe('an excerpt', () => {
  const words = (count: number, word: string) => Array.from({ length: count }, () => word).join(' ');
  const excerpt = (text: string, name: string) => {
    const marks = [...text.matchAll(new RegExp(name, 'g'))].flatMap(({ index }) => [index, index + name.length]);
    const { text: shown, marks: kept } = excerptAround(text, marks);
    expect(kept.length).toBeGreaterThan(0);
    for (let at = 0; at < kept.length; at += 2) expect(shown.slice(kept[at], kept[at + 1])).toBe(name);

    return shown;
  };

  it('of a short text is the whole text', () => {
    const text = `${words(24, 'tea')} Lagos ${words(24, 'tea')}`;
    expect(excerpt(text, 'Lagos')).toBe(text);
  });
  it('has whole words on both sides of the first mark', () => {
    expect(excerpt(`${words(90, 'tea')} Lagos ${words(90, 'milk')}`, 'Lagos')).toBe(
      `… ${words(20, 'tea')} Lagos ${words(16, 'milk')} …`,
    );
    expect(excerpt(`Lagos ${words(90, 'milk')}`, 'Lagos')).toBe(`Lagos ${words(16, 'milk')} …`);
    expect(excerpt(`${words(90, 'tea')} Lagos`, 'Lagos')).toBe(`… ${words(20, 'tea')} Lagos`);
  });
  it('keeps nearby marks and leaves out distant ones', () => {
    const shown = excerpt(`${words(90, 'tea')} Lagos, Lagos ${words(90, 'tea')} Lagos`, 'Lagos');
    expect(shown.match(/Lagos/g)).toHaveLength(2);
  });
  it('is cut between characters where there are no words', () => {
    const shown = excerpt(`${'茶👍🏽'.repeat(90)}科技${'ที่'.repeat(90)}`, '科技');
    expect(shown).toMatch(/^… (?:茶👍🏽|👍🏽)(?:茶👍🏽)*科技(?:ที่)+ …$/u);
  });
  it('shows a mark that is longer than the excerpt', () => {
    expect(excerpt(`${words(90, 'tea')} ${'x'.repeat(300)} ${words(90, 'tea')}`, 'x'.repeat(300))).toContain(
      'x'.repeat(300),
    );
  });
  it('without marks is the beginning', () => {
    expect(excerptAround(words(90, 'tea'), [])).toEqual({ text: `${words(20, 'tea')} …`, marks: [] });
  });
  it('can be where the most different marks stand near each other', () => {
    const text = `${words(9, 'Lagos')} ${words(90, 'milk')} Lagos, Accra, Lagos ${words(90, 'tea')} Accra`;
    const marks = [...text.matchAll(/Lagos|Accra/g)].flatMap(({ index }) => [index, index + 5]);
    const { text: shown, marks: kept } = richestExcerpt(text, marks, 40);
    expect(shown).toBe(`… ${words(8, 'milk')} Lagos, Accra, Lagos ${words(6, 'tea')} …`);
    expect(kept.map((start, at) => (at % 2 === 0 ? shown.slice(start, kept[at + 1]) : ''))).toEqual([
      'Lagos',
      '',
      'Accra',
      '',
      'Lagos',
      '',
    ]);
    expect(richestExcerpt('Nothing found', [], 40)).toEqual({ text: 'Nothing found', marks: [] });
  });
});
