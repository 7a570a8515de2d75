import { expect, it } from '@jest/globals';
import type { MentionView } from '@earmark/contracts/mentions';
import { draftOn, isEmptyDraft, withAdded, withEdited, withRemoved } from './entity-draft.ts';
import type { CountedFields, EntityDraft } from './entity-draft.ts';
import { changesBetween, withLater } from './later-changes.ts';

const page = { version: 'v1', entityMentions: [mention('Ada'), mention('Babbage'), mention('Zoe')] };
const sent = withAdded(withEdited(draftOn(page), 'Ada', fields('Ada L.')), 'new 1', fields('Engine'));
/** The page after the save: renamed and added entities have ids from the server. */
const after = {
  version: 'v2',
  entityMentions: [
    mention('Ada L.', 'id of Ada L.'),
    mention('Babbage'),
    mention('Zoe'),
    mention('Engine', 'id of Engine'),
  ],
};
const leftOf = (now: EntityDraft | null) =>
  withLater(after.entityMentions, draftOn(after), changesBetween(page.entityMentions, sent, now));

it('leaves nothing to save when everything was saved as it is', () => {
  expect(isEmptyDraft(leftOf(sent))).toBe(true);
});
it('keeps what was added, edited and deleted during the save', () => {
  const now = withRemoved(
    withEdited(
      withAdded(withAdded(sent, 'new 2', fields('Mill')), 'new 3', fields('Loom')),
      'Babbage',
      fields('Charles'),
    ),
    'Zoe',
  );
  expect(leftOf(now)).toMatchObject({
    version: 'v2',
    added: [{ name: 'Loom' }, { name: 'Mill' }],
    edited: { Babbage: { name: 'Charles' } },
    removed: ['Zoe'],
  });
});
it('refers to the saved entities by their new ids', () => {
  const now = withRemoved(withEdited(sent, 'Ada', fields('Lady Ada')), 'new 1');
  expect(leftOf(now)).toMatchObject({
    added: [],
    edited: { 'id of Ada L.': { name: 'Lady Ada' } },
    removed: ['id of Engine'],
  });
});
it('reverts what was saved if it was undone during the save', () => {
  expect(leftOf(null)).toMatchObject({ edited: { 'id of Ada L.': { name: 'Ada' } }, removed: ['id of Engine'] });
});
it('adds an entity again if its deletion was undone during the save', () => {
  const gone = { ...after, entityMentions: after.entityMentions.slice(0, 2) };
  const changes = changesBetween(page.entityMentions, withRemoved(draftOn(page), 'Zoe'), null);
  expect(withLater(gone.entityMentions, draftOn(gone), changes).added).toMatchObject([{ name: 'Zoe' }]);
});

function fields(name: string): CountedFields {
  return { name, type: 'person', url: null, iconName: 'User', colorClass: 'bg-blue-100', count: 0, contexts: [] };
}
function mention(name: string, id = name): MentionView {
  const { contexts, count, ...entity } = fields(name);

  return { entity: { ...entity, id, wholeWord: true, slug: name, merged: [] }, count, contexts, marks: [] };
}
