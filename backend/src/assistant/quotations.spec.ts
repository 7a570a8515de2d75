import { expect, it } from '@jest/globals';
import { placeOfQuotation, quotationsIn } from './quotations.ts';

it('are what stands in quotation marks of any kind', () => {
  expect(quotationsIn('A “b c” and "d" and «e» and „f“.')).toEqual(['b c', 'd', 'e', 'f']);
});

it.each([
  ['tea for two', 'She made tea, for two people.', 'tea, for two'],
  ['TEA for  two', 'Tea for two', 'Tea for two'],
  ['caffe sospeso', 'the caffè sospeso here', 'caffè sospeso'],
  ['made … people', 'She made tea for two people.', 'made tea for two people'],
  ['…for two…', 'tea for two people', 'for two'],
  ['two for tea', 'tea for two', null],
  ['people … made', 'She made tea for two people.', null],
  ['tea for twenty', 'tea for two', null],
])('%j in %j', (quotation, text, expected) => {
  const place = placeOfQuotation(quotation, text);
  expect(place && text.slice(...place)).toBe(expected);
});
