import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SegmentView } from '@earmark/contracts/transcripts';
import { draftKey } from '../../episodes/episode-drafts.ts';
import { makeDraftPlace } from '../../kit/draft-place.ts';
import { keepInMemory } from '../../kit/stored.fixture.ts';
import { a, b, c } from './draft.fixture.ts';
import { makeDraftStore } from './draft-store.ts';
import type { DraftStore } from './draft-store.ts';
import { fieldsOf } from './segment-changes.ts';
import type { Fields } from './segment-changes.ts';

const begun: DraftStore[] = [];
const store = (segments: readonly SegmentView[] = [a, b, c], version = '0', owner = 'ada'): DraftStore => {
  const made = makeDraftStore(makeDraftPlace(draftKey('transcript', 'episode'), owner), segments, version);
  begun.push(made);

  return made;
};
const texts = (from: DraftStore) => from.state().draft.rows.map(({ text }) => text);
const type = (into: DraftStore, row: SegmentView, fields: Partial<Fields>) =>
  into.type(row.id, { ...fieldsOf(row), ...fields });
const rewrite = (into: DraftStore, id: string, text: string) =>
  into.change((rows) => rows.map((row) => (row.id === id ? { ...row, text } : row)));

beforeEach(keepInMemory);
afterEach(() => begun.splice(0).forEach(({ keep }) => keep()));

describe('what is typed', () => {
  it('stays as it is while somebody else saves another segment, and can still be given up', () => {
    const mine = store();
    const fields = { time: '00:0', speaker: 'Bea ', text: 'half a thought ' };
    mine.type('b', fields);
    mine.follow({ segments: [{ ...a, text: 'theirs' }, b, c], version: '1' }, 'grace');
    expect(mine.typedIn('b')).toEqual(fields);
    expect(mine.state()).toMatchObject({ isTyped: true, isChanged: false, news: { by: 'grace', count: 1 } });
    mine.forget();
    expect(texts(mine)).toEqual(['theirs', 'b', 'c']);
    expect(mine.state()).toMatchObject({ isTyped: false, isChanged: false });
  });
  it('goes together with another field that somebody else has changed', () => {
    const mine = store();
    type(mine, b, { text: 'mine' });
    mine.follow({ segments: [a, { ...b, speaker: 'Cem' }, c], version: '1' }, 'grace');
    mine.take();
    expect(mine.state().draft.rows[1]).toMatchObject({ text: 'mine', speaker: 'Cem' });
    expect([...mine.state().draft.changedBy]).toEqual([['b', 'grace']]);
    expect(mine.state().draft.clashes.size).toBe(0);
  });
  it('is a clash where somebody else changes the same field, until it is given up', () => {
    const mine = store();
    type(mine, b, { text: 'mine ' });
    mine.follow({ segments: [a, { ...b, text: 'theirs' }, c], version: '1' }, 'grace');
    expect([...mine.state().draft.clashes]).toEqual([['b', b]]);
    expect([...mine.state().draft.changedBy]).toEqual([['b', 'grace']]);
    expect(texts(mine)).toEqual(['a', 'mine', 'c']);
    expect(mine.typedIn('b')?.text).toBe('mine ');
    mine.forget();
    expect(mine.state().draft.clashes.size).toBe(0);
    expect(texts(mine)).toEqual(['a', 'theirs', 'c']);
  });
  it('is a clash also when its field is typed in only later', () => {
    const mine = store();
    type(mine, b, { speaker: 'Dee' });
    mine.follow({ segments: [a, { ...b, text: 'theirs' }, c], version: '1' }, 'grace');
    expect(mine.state().draft.clashes.size).toBe(0);
    type(mine, b, { speaker: 'Dee', text: 'mine' });
    expect([...mine.state().draft.clashes.keys()]).toEqual(['b']);
  });
  it('is not lost with a segment that somebody else deletes', () => {
    const mine = store();
    type(mine, b, { text: 'mine' });
    mine.follow({ segments: [a, c], version: '1' }, 'grace');
    expect(texts(mine)).toEqual(['a', 'mine', 'c']);
    expect([...mine.state().draft.clashes.keys()]).toEqual(['b']);
    mine.resolve('b', null);
    expect(texts(mine)).toEqual(['a', 'c']);
    expect(mine.state()).toMatchObject({ isChanged: false, isTyped: false });
  });
  it('gives way to what is new where nothing was typed', () => {
    const mine = store();
    type(mine, b, { text: 'b ' });
    mine.follow({ segments: [a, { ...b, text: 'theirs' }, c], version: '1' }, 'grace');
    expect(mine.typedIn('b')).toBeNull();
    mine.take();
    expect(texts(mine)).toEqual(['a', 'theirs', 'c']);
  });
  it('comes back when it is discarded, and that is taken back', () => {
    const mine = store();
    type(mine, b, { text: 'mine' });
    const undo = mine.discard();
    expect(texts(mine)).toEqual(['a', 'b', 'c']);
    undo();
    expect(texts(mine)).toEqual(['a', 'mine', 'c']);
  });
});

describe('a choice about the open segment', () => {
  const clashing = (): DraftStore => {
    const mine = store();
    type(mine, b, { text: 'mine' });
    mine.follow({ segments: [a, { ...b, text: 'theirs' }, c], version: '1' }, 'grace');
    type(mine, b, { text: 'mine, and more' });

    return mine;
  };

  it('of theirs stays, whatever is read or opened later', () => {
    const mine = clashing();
    mine.resolve('b', mine.state().draft.theirs[1] ?? null);
    mine.follow({ segments: [{ ...a, text: 'A' }, { ...b, text: 'theirs' }, c], version: '2' }, 'grace');
    expect(texts(mine)).toEqual(['A', 'theirs', 'c']);
    expect(mine.state()).toMatchObject({ isChanged: false, isTyped: false });
    mine.keep();
    expect(store([a, { ...b, text: 'theirs' }, c], '2').state().isRestored).toBe(false);
  });
  it('of mine takes all that is typed', () => {
    const mine = clashing();
    mine.resolve('b', mine.state().draft.rows[1] ?? null);
    expect(texts(mine)).toEqual(['a', 'mine, and more', 'c']);
    expect(mine.typedIn('b')).toBeNull();
    expect(mine.state().draft.clashes.size).toBe(0);
  });
});

describe('the draft on this device', () => {
  it('of another tab is left alone by one that has changed nothing', () => {
    const clean = store();
    const other = store();
    rewrite(other, 'b', 'of another tab');
    other.keep();
    clean.keep();
    clean.follow({ segments: [{ ...a, text: 'A' }, b, c], version: '1' }, 'grace');
    clean.keep();
    const next = store();
    expect(texts(next)[1]).toBe('of another tab');
    expect(next.state().isRestored).toBe(true);
  });
  it('that was found is not put in place of a newer one', () => {
    const first = store();
    rewrite(first, 'b', 'one');
    first.keep();
    const second = store();
    rewrite(first, 'b', 'two');
    first.keep();
    second.keep();
    expect(texts(store())[1]).toBe('two');
  });
  it('is gone when it was saved or discarded', () => {
    const saving = store();
    rewrite(saving, 'b', 'B');
    saving.keep();
    saving.saved(saving.state().draft.rows, '0', '1');
    expect(store().state().isRestored).toBe(false);
    const discarding = store();
    rewrite(discarding, 'b', 'B');
    discarding.keep();
    discarding.discard();
    expect(store().state().isRestored).toBe(false);
  });
  it('is nobody else’s', () => {
    const mine = store();
    rewrite(mine, 'b', 'mine');
    mine.keep();
    expect(store([a, b, c], '0', 'grace').state().isRestored).toBe(false);
  });
});

describe('after a save', () => {
  it('the next one begins with its answer, though the page is still as before', () => {
    const mine = store();
    rewrite(mine, 'b', 'one');
    mine.saved(mine.state().draft.rows, '0', '1');
    mine.follow({ segments: [a, b, c], version: '0' }, 'ada');
    expect(texts(mine)[1]).toBe('one');
    rewrite(mine, 'b', 'one two');
    expect(mine.state()).toMatchObject({ isChanged: true, draft: { version: '1' } });
    mine.saved(mine.state().draft.rows, '1', '2');
    // A page from between the saves is old as well.
    mine.follow({ segments: [a, { ...b, text: 'one' }, c], version: '1' }, 'ada');
    expect(texts(mine)[1]).toBe('one two');
    expect(mine.state().draft.version).toBe('2');
    mine.follow({ segments: [a, { ...b, text: 'one two' }, { ...c, text: 'theirs' }], version: '3' }, 'grace');
    expect(texts(mine)).toEqual(['a', 'one two', 'theirs']);
    expect(mine.state()).toMatchObject({ isChanged: false, draft: { version: '3', clashes: new Map() } });
  });
  it('that went together with changes of others, the next one begins with the page that shows them', () => {
    const mine = store();
    rewrite(mine, 'b', 'mine');
    mine.saved(mine.state().draft.rows, '0', null);
    mine.follow({ segments: [a, b, c], version: '0' }, 'ada');
    expect(texts(mine)).toEqual(['a', 'mine', 'c']);
    rewrite(mine, 'c', 'written meanwhile');
    mine.follow({ segments: [{ ...a, text: 'theirs' }, { ...b, text: 'mine' }, c], version: '2' }, 'grace');
    expect(mine.state()).toMatchObject({ isChanged: true, draft: { version: '2' } });
    expect(texts(mine)).toEqual(['theirs', 'mine', 'written meanwhile']);
  });
  it('what was read while it was under way counts', () => {
    const mine = store();
    rewrite(mine, 'b', 'mine');
    const { rows } = mine.state().draft;
    mine.follow({ segments: [{ ...a, text: 'theirs' }, { ...b, text: 'mine' }, c], version: '2' }, 'grace');
    mine.saved(rows, '0', null);
    expect(mine.state()).toMatchObject({ isChanged: false, draft: { version: '2' } });
    expect(texts(mine)).toEqual(['theirs', 'mine', 'c']);
  });
});
