import { describe, expect, it } from '@jest/globals';
import { descriptionConflict, DescriptionDraft, draftOnto, retyped } from './description-draft.ts';

const page = { version: 'v1', description: '<p>One.</p>' };

describe('the draft of a description', () => {
  it('starts with the first change, and ends when that is undone', () => {
    const draft = retyped(null, page, '<p>One. Two.</p>');
    expect(draft).toEqual({ version: 'v1', base: '<p>One.</p>', html: '<p>One. Two.</p>' });
    expect(retyped(draft, page, '<p>One.</p>')).toBeNull();
    expect(retyped(null, { ...page, description: null }, '')).toBeNull();
  });
  it('is compared with its starting version when others have changed the page', () => {
    const draft = retyped(null, page, '<p>One. Two.</p>');
    const later = { version: 'v2', description: '<p>Theirs.</p>' };
    expect(retyped(draft, later, '<p>Theirs.</p>')).toEqual({ ...draft, html: '<p>Theirs.</p>' });
    expect(retyped(draft, later, '<p>One.</p>')).toBeNull();
  });
  it('may have been kept before the starting version was recorded', () => {
    const draft = DescriptionDraft.parse({ version: 'v0', html: '<p>Old.</p>' });
    expect(retyped(draft, page, '<p>One.</p>')).toEqual({ version: 'v0', html: '<p>One.</p>' });
  });
  it('continues on top of what was saved', () => {
    expect(draftOnto(page, '<p>More.</p>')).toEqual({ version: 'v1', base: '<p>One.</p>', html: '<p>More.</p>' });
    expect(draftOnto(page, '<p>One.</p>')).toBeNull();
  });
});

it('gives the common starting version and theirs', () => {
  expect(descriptionConflict([{ base: null, mine: '<p>Mine.</p>', theirs: '<p>Theirs.</p>' }])).toEqual({
    base: '',
    theirs: '<p>Theirs.</p>',
  });
  expect(descriptionConflict([])).toBeNull();
});
