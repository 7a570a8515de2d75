import { describe, expect, it } from '@jest/globals';
import type { PatternView } from '@earmark/contracts/vocabulary';
import { filterGroups, groupsByType, namesLike, patternCount } from './entity-groups.ts';

describe('the patterns of a category', () => {
  it('are grouped by entity; entities by name, patterns in the order they were added', () => {
    const groups = groupsByType([
      pattern('zoo'),
      pattern('Ångström', 'place'),
      pattern('Big Apple', 'New York'),
      pattern('apple'),
      pattern('NYC', 'New York'),
    ]);
    expect([...groups.keys()]).toEqual(['things']);
    expect(names(groups.get('things'))).toEqual([
      ['apple', ['apple']],
      ['New York', ['Big Apple', 'NYC']],
      ['place', ['Ångström']],
      ['zoo', ['zoo']],
    ]);
    expect(patternCount(groups.get('things') ?? [])).toBe(5);
  });
  it('are found by part of the name or of any alias, ignoring case and accents', () => {
    const groups =
      groupsByType([pattern('Ångström'), pattern('NYC', 'New York'), pattern('Big Apple', 'New York')]).get('things') ??
      [];
    expect(names(filterGroups(groups, ' angs'))).toEqual([['Ångström', ['Ångström']]]);
    expect(names(filterGroups(groups, 'APPLE'))).toEqual([['New York', ['NYC', 'Big Apple']]]);
    expect(names(filterGroups(groups, 'york'))).toEqual([['New York', ['NYC', 'Big Apple']]]);
    expect(filterGroups(groups, 'nowhere')).toEqual([]);
    expect(filterGroups(groups, '  ')).toBe(groups);
  });
});

describe('the suggested names', () => {
  it('start with or contain the typed text, aliases included; an empty text gives none', () => {
    const groups = groupsByType([pattern('Old York'), pattern('NYC', 'New York'), pattern('York')]).get('things') ?? [];
    expect(namesLike(groups, 'york')).toEqual(['York', 'New York', 'Old York']);
    expect(namesLike(groups, 'nyc')).toEqual(['New York']);
    expect(namesLike(groups, ' ')).toEqual([]);
  });
  it('are at most twenty', () => {
    const many = groupsByType(Array.from({ length: 30 }, (_, index) => pattern(`name ${index}`))).get('things') ?? [];
    expect(namesLike(many, 'name')).toHaveLength(20);
  });
});

const names = (groups: ReturnType<typeof filterGroups> = []) =>
  groups.map(({ name, patterns }) => [name, patterns.map((one) => one.name)]);

const pattern = (name: string, entity = name): PatternView => ({
  id: name,
  entityTypeId: 'things',
  entityId: `the id of ${entity}`,
  entity,
  name,
  caseSensitive: false,
  wholeWord: true,
  url: null,
});
