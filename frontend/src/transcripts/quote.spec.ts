import { describe, expect, it } from '@jest/globals';
import { quoteText } from './quote.ts';

const attribution = {
  episode: 'Small tools',
  podcast: 'AWS Bites',
  time: '00:12:31',
  link: 'https://e.example/x?t=751',
};

describe('a copied quote', () => {
  it('names speaker, podcast, episode and time, and ends with the link', () => {
    expect(quoteText({ text: ' Ship it. ', speaker: 'Ann' }, attribution)).toBe(
      '“Ship it.”\n— Ann, AWS Bites, “Small tools”, 00:12:31\nhttps://e.example/x?t=751',
    );
  });
  it('leaves out an unknown speaker', () => {
    expect(quoteText({ text: 'Ship it.', speaker: null }, attribution)).toContain('\n— AWS Bites, “');
  });
});
