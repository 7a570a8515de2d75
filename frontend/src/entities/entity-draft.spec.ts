import { describe, expect, it } from '@jest/globals';
import type { MentionView } from '@earmark/contracts/mentions';
import { conflictsNow, entityConflicts, mineOn, rowOfDeleted, withoutConflicts } from './entity-conflicts.ts';
import {
  draftOn,
  entityMentionsOf,
  errorOf,
  isEmptyDraft,
  rowsOf,
  withAdded,
  withBroughtBack,
  withEdited,
  withFields,
  withRemoved,
} from './entity-draft.ts';
import type { CountedFields, EntityDraft } from './entity-draft.ts';

const page = { version: 'v1', entityMentions: [mention('Ada', 2), mention('Babbage', 1)] };
const ids = (draft: EntityDraft) => entityMentionsOf(draft).map(({ entity }) => ('id' in entity ? entity.id : 'new'));

describe('the list with a draft applied', () => {
  it('starts with added entities and shows edits in place', () => {
    const draft = withAdded(withEdited(draftOn(page), 'Ada', fields('Ada L.')), 'new 1', fields('Engine', 3));
    expect(rowsOf(page.entityMentions, draft).map(({ name, state }) => `${name} ${state}`)).toEqual([
      'Engine added',
      'Ada L. edited',
      'Babbage saved',
    ]);
  });
  it('leaves out deleted entities, and has no changes left once an added one is deleted', () => {
    const draft = withAdded(draftOn(page), 'new 1', fields('Engine'));
    expect(isEmptyDraft(draft)).toBe(false);
    expect(isEmptyDraft(withRemoved(draft, 'new 1'))).toBe(true);
    expect(rowsOf(page.entityMentions, withRemoved(draft, 'Ada')).map(({ name }) => name)).toEqual([
      'Engine',
      'Babbage',
    ]);
  });
  it('shows what others add, and keeps an entity that is edited here though others deleted it', () => {
    const draft = withEdited(draftOn(page), 'Ada', fields('Ada L.'));
    const names = rowsOf([mention('Babbage', 1), mention('Zoe', 4)], draft).map(({ name }) => name);
    expect(names).toEqual(['Ada L.', 'Babbage', 'Zoe']);
  });
  it('is sent as it was loaded, plus the changes', () => {
    const draft = withAdded(withRemoved(draftOn(page), 'Babbage'), 'new 1', fields('Engine', 3));
    expect(ids(draft)).toEqual(['Ada', 'new']);
    expect(entityMentionsOf(draft)[1]).toMatchObject({ entity: { name: 'Engine', url: null }, count: 3 });
  });
});

describe('a conflict with changes by someone else', () => {
  const draft = withAdded(withEdited(withRemoved(draftOn(page), 'Babbage'), 'Ada', fields('Ada L.')), 'n', fields('X'));
  const [ofAda, ofBabbage] = entityConflicts(
    [
      { entityId: 'Ada', base: side('Ada'), mine: side('Ada L.'), theirs: side('Ada K.') },
      { entityId: 'Babbage', base: side('Babbage'), mine: null, theirs: side('Charles') },
    ],
    draft,
  );
  const conflicts = [ofAda!, ofBabbage!];
  const now = { version: 'v2', entityMentions: [mention('Ada K.', 2), mention('Charles', 1)] };

  it('does not keep the rest from being saved', () => {
    expect(ids(withoutConflicts(draft, conflicts))).toEqual(['Ada', 'Babbage', 'new']);
  });
  it('is resolved in favour of mine on top of the current page', () => {
    const mine = mineOn(now, draft, conflicts);
    expect(mine).toMatchObject({ version: 'v2', removed: ['Charles'], added: [] });
    expect(mine.edited).toMatchObject({ 'Ada K.': { name: 'Ada L.' } });
  });
  it('restores an entity that they deleted', () => {
    const gone = { ...ofAda!, theirs: null };
    expect(mineOn({ ...now, entityMentions: [] }, draft, [gone]).added).toMatchObject([{ name: 'Ada L.' }]);
  });
  it('covers the link of an entity that both added', () => {
    const both = entityConflicts(
      [{ entityId: 'X', base: null, mine: side('X', 'https://a.example'), theirs: side('X', 'https://b.example') }],
      draft,
    );
    expect(both).toMatchObject([{ key: 'n' }]);
    expect(withoutConflicts(draft, both).added).toEqual([]);
    expect(Object.keys(mineOn({ ...now, entityMentions: [mention('X', 0)] }, draft, both).edited)).toEqual(['X']);
  });
});

describe('a conflict while editing continues', () => {
  const draft = withRemoved(withEdited(draftOn(page), 'Ada', fields('Ada L.')), 'Babbage');
  const conflicts = entityConflicts(
    [
      { entityId: 'Ada', base: side('Ada'), mine: side('Ada L.'), theirs: side('Ada K.') },
      { entityId: 'Babbage', base: side('Babbage'), mine: null, theirs: side('Charles') },
    ],
    draft,
  );

  it('shows what would be sent', () => {
    const later = withEdited(withEdited(draft, 'Ada', fields('Lady Ada')), 'Babbage', fields('Charles B.'));
    expect(conflictsNow(conflicts, later).map(({ mine }) => mine?.name)).toEqual(['Lady Ada', 'Charles B.']);
    const now = { version: 'v2', entityMentions: [mention('Ada K.', 2), mention('Charles', 1)] };
    const sent = mineOn(now, later, conflictsNow(conflicts, later));
    expect(Object.values(sent.edited).map(({ name }) => name)).toEqual(['Lady Ada', 'Charles B.']);
    expect(sent.removed).toEqual([]);
  });
  it('disappears once the entity is no longer changed here', () => {
    expect(conflictsNow(conflicts, withFields(draft, 'Ada', fields('Ada')))).toMatchObject([{ key: 'Babbage' }]);
    expect(conflictsNow(conflicts, null)).toEqual([]);
  });
  it('fills the form with their version where mine is deleted', () => {
    expect(rowOfDeleted(conflicts[1]!)).toMatchObject({ key: 'Babbage', name: 'Charles' });
  });
});

describe('a draft', () => {
  it('contains no change that restores what was loaded', () => {
    const draft = withFields(draftOn(page), 'Ada', fields('Ada L.'));
    expect(isEmptyDraft(draft)).toBe(false);
    expect(isEmptyDraft(withFields(draft, 'Ada', fields('Ada', 2)))).toBe(true);
  });
  it('restores a deleted entity and keeps later changes', () => {
    const before = withEdited(draftOn(page), 'Ada', fields('Ada L.'));
    const since = withAdded(withRemoved(withRemoved(before, 'Ada'), 'Babbage'), 'new 1', fields('Engine'));
    const back = withBroughtBack(since, before, 'Ada');
    expect(back).toMatchObject({
      removed: ['Babbage'],
      edited: { Ada: { name: 'Ada L.' } },
      added: [{ key: 'new 1' }],
    });
    expect(withBroughtBack(back, before, 'Ada')).toEqual(back);
  });
  it('restores a deleted entity that had not been saved yet', () => {
    const before = withAdded(draftOn(page), 'new 1', fields('Engine'));
    const since = withAdded(withRemoved(before, 'new 1'), 'new 2', fields('Mill'));
    expect(withBroughtBack(since, before, 'new 1').added.map(({ name }) => name)).toEqual(['Engine', 'Mill']);
  });
});

it.each([
  [fields(' '), 'Please enter an entity name'],
  [fields('\u200b'), '"\u200b" contains no searchable character.'],
  [{ ...fields('Zoe'), type: '' }, 'Please specify an entity type'],
  [fields('ADA'), 'Entity already exists'],
  [{ ...fields('Zoe'), url: 'javascript:alert(1)' }, 'The link of "Zoe" must begin with https:// or http://.'],
  [{ ...fields('Zoe'), url: 'mailto:a@b.example' }, 'The link of "Zoe" must begin with https:// or http://.'],
])('refuses %j', (entity, sentence) => {
  expect(errorOf(entity, rowsOf(page.entityMentions, null))?.sentence).toBe(sentence);
});
it('allows the same name in two categories', () => {
  expect(errorOf({ ...fields('Ada'), type: 'platform' }, rowsOf(page.entityMentions, null))).toBeNull();
});

function fields(name: string, count = 0): CountedFields {
  return { name, type: 'person', url: null, iconName: 'User', colorClass: 'bg-blue-100', count, contexts: [] };
}
function side(name: string, url: string | null = null) {
  return { name, type: 'person', url };
}
function mention(name: string, count: number): MentionView {
  const { contexts, count: _, ...entity } = fields(name);

  return { entity: { ...entity, id: name, wholeWord: true, slug: name, merged: [] }, count, contexts, marks: [] };
}
