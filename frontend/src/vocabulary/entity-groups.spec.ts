import { expect, it } from '@jest/globals';
import { NO_CONTEXT, type PatternView } from '@earmark/contracts/vocabulary';
import { groupsOf, suggestedNames } from './entity-groups.ts';

it('groups patterns by entity, in the order of the list', () => {
  const groups = groupsOf([
    pattern('apple'),
    pattern('Big Apple', 'New York'),
    pattern('NYC', 'New York'),
    pattern('zoo'),
  ]);
  expect(groups.map(({ name, patterns }) => [name, patterns.map((one) => one.name)])).toEqual([
    ['apple', ['apple']],
    ['New York', ['Big Apple', 'NYC']],
    ['zoo', ['zoo']],
  ]);
});

it('suggests names that start with the typed text first, ignoring case and accents, and at most twenty', () => {
  const groups = groupsOf([pattern('NYC', 'New York'), pattern('Old York'), pattern('Yórk')]);
  expect(suggestedNames(groups, 'york')).toEqual(['Yórk', 'New York', 'Old York']);
  const many = groupsOf(Array.from({ length: 30 }, (_, index) => pattern(`name ${index}`)));
  expect(suggestedNames(many, 'name')).toHaveLength(20);
});

const pattern = (name: string, entity = name): PatternView => ({
  id: name,
  entityTypeId: 'things',
  entityId: `the id of ${entity}`,
  entity,
  name,
  caseSensitive: false,
  wholeWord: true,
  ...NO_CONTEXT,
  url: null,
});
