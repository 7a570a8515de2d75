import { expect, it } from '@jest/globals';
import { SearchRefused } from './search-refused.ts';
import { TimeBudget } from './time-budget.ts';

it('refuses a search that has computed for too long, with advice', () => {
  expect(() => new TimeBudget(60_000).check()).not.toThrow();
  const spent = new TimeBudget(-1);
  expect(() => spent.check()).toThrow(SearchRefused);
  expect(() => spent.check()).toThrow('Add a word');
});
