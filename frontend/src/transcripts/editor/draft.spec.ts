import { describe, expect, it } from '@jest/globals';
import type { SegmentView } from '@earmark/contracts/transcripts';
import { a, b, c, segment } from './draft.fixture.ts';
import { clashing, editsBetween, editsOf, followed, makeDraft, resolved, savedAs, undone } from './draft.ts';
import type { Draft } from './draft.ts';

describe('a draft', () => {
  it('holds nothing to save at first, nor when a change is taken back by hand', () => {
    expect(editsOf(draft())).toEqual([]);
    expect(editsOf(changed(changed(draft(), 'b', { text: 'B!' }), 'b', { text: 'b' }))).toEqual([]);
  });
  it('holds what was changed, added and deleted', () => {
    const added = segment('d', 40);
    const rows = [{ ...a, text: 'A!' }, added, c];
    expect(editsOf({ ...draft(), rows })).toEqual([
      { id: 'a', base: a, mine: { ...a, text: 'A!' }, after: null },
      { id: 'd', base: null, mine: added, after: 'a' },
      { id: 'b', base: b, mine: null, after: null },
    ]);
  });
});

describe('what somebody else saves', () => {
  it('is shown where nothing was touched, as the same objects where nothing has changed', () => {
    const { draft: next, others } = follow(draft(), [{ ...a }, { ...b, text: 'theirs' }]);
    expect(next.rows).toEqual([a, { ...b, text: 'theirs' }]);
    expect(next.rows[0]).toBe(a);
    expect(others).toBe(2);
    expect(editsOf(next)).toEqual([]);
  });
  it('goes together with what was changed here, also in one segment, which says who it was', () => {
    const { draft: next } = follow(changed(draft(), 'b', { text: 'mine' }), [a, { ...b, speaker: 'Cem' }, c]);
    expect(next.rows[1]).toMatchObject({ text: 'mine', speaker: 'Cem' });
    expect([...next.changedBy]).toEqual([['b', 'ada']]);
    expect(next.clashes.size).toBe(0);
  });
  it('keeps added segments behind the one that was before them', () => {
    const added = segment('d', 15);
    const { draft: next } = follow({ ...draft(), rows: [a, added, b, c] }, [segment('e', 1), a, b]);
    expect(next.rows.map(({ id }) => id)).toEqual(['e', 'a', 'd', 'b']);
  });
  it('is a clash where both sides changed one field: mine stands until one is chosen', () => {
    const { draft: next } = follow(changed(draft(), 'b', { text: 'mine' }), [a, { ...b, text: 'theirs' }, c]);
    expect(next.rows[1]?.text).toBe('mine');
    expect([...next.clashes]).toEqual([['b', b]]);
    // Nothing is forgotten when the page is read once more.
    const { draft: again } = follow(next, [a, { ...b, text: 'theirs again' }, c]);
    expect([...again.clashes]).toEqual([['b', b]]);
    expect(editsOf(again)).toMatchObject([{ id: 'b', base: b, mine: { text: 'mine' } }]);
  });
  it('is no clash when both say the same', () => {
    const { draft: next, others } = follow(changed(draft(), 'b', { text: 'both' }), [a, { ...b, text: 'both' }, c]);
    expect(editsOf(next)).toEqual([]);
    expect(others).toBe(0);
    expect(next.changedBy.size).toBe(0);
  });
  it('is a clash where one deletes what the other changes', () => {
    const { draft: mine } = follow(changed(draft(), 'b', { text: 'mine' }), [a, c]);
    expect(mine.rows.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect([...mine.clashes.keys()]).toEqual(['b']);
    const { draft: theirs } = follow({ ...draft(), rows: [a, c] }, [a, { ...b, text: 'theirs' }, c]);
    expect(theirs.rows).toEqual([a, c]);
    expect([...theirs.clashes.keys()]).toEqual(['b']);
    expect(resolved(theirs, 'b', theirs.theirs[1] ?? null).rows).toEqual([a, { ...b, text: 'theirs' }, c]);
  });
});

describe('a choice', () => {
  const theirs = { ...b, text: 'theirs' };
  const clash = follow(changed(draft(), 'b', { text: 'mine' }), [a, theirs, c]).draft;

  it('of mine is what will be saved over theirs', () => {
    const next = resolved(clash, 'b', clash.rows[1] ?? null);
    expect(next.clashes.size).toBe(0);
    expect(editsOf(next)).toEqual([{ id: 'b', base: theirs, mine: { ...b, text: 'mine' }, after: 'a' }]);
  });
  it('of theirs leaves nothing to save', () => {
    expect(editsOf(resolved(clash, 'b', theirs))).toEqual([]);
  });
  it('of a text of one’s own is saved over theirs too', () => {
    expect(editsOf(resolved(clash, 'b', { ...b, text: 'both of us' }))).toMatchObject([
      { base: theirs, mine: { text: 'both of us' } },
    ]);
  });
});

describe('a save', () => {
  it('that was refused names the clashes', () => {
    const mine = changed(changed(draft(), 'a', { text: 'A!' }), 'b', { text: 'mine' });
    const next = clashing(mine, [{ segmentId: 'b', base: b, theirs: { ...b, text: 'theirs' } }], 'ada');
    expect(next.theirs[1]?.text).toBe('theirs');
    expect([...next.clashes]).toEqual([['b', b]]);
    expect(next.rows).toBe(mine.rows);
  });
  it('leaves what was changed while it was under way', () => {
    const sent = changed(draft(), 'b', { text: 'one' });
    const after = savedAs(changed(sent, 'b', { text: 'one two' }), sent.rows, '1');
    expect(editsOf(after)).toMatchObject([{ base: { text: 'one' }, mine: { text: 'one two' } }]);
    const { draft: next, others } = follow(after, sent.rows);
    expect([next.clashes.size, others]).toEqual([0, 0]);
    expect(editsOf(next)).toMatchObject([{ mine: { text: 'one two' } }]);
  });
});

describe('taking back', () => {
  it('brings a deleted segment back to its place, and leaves what was changed since', () => {
    const back = editsBetween([a, c], [a, b, c]);
    expect(undone(back, [{ ...a, text: 'later' }, c]).map(({ text }) => text)).toEqual(['later', 'b', 'c']);
  });
  it('does not touch segments that were changed again', () => {
    const renamed = [
      { ...a, speaker: 'Zed' },
      { ...b, speaker: 'Zed' },
      { ...c, speaker: 'Zed' },
    ];
    const back = editsBetween(renamed, [a, b, c]);
    const since = [renamed[0]!, { ...b, speaker: 'Other' }, renamed[2]!];
    expect(undone(back, since).map(({ speaker }) => speaker)).toEqual(['Bea', 'Other', 'Bea']);
  });
});

function draft(): Draft {
  return makeDraft([a, b, c], '1');
}

function changed(from: Draft, id: string, changes: Partial<SegmentView>): Draft {
  return { ...from, rows: from.rows.map((row) => (row.id === id ? { ...row, ...changes } : row)) };
}

function follow(from: Draft, segments: readonly SegmentView[]) {
  return followed(from, { segments, version: `${from.version}+` }, 'ada');
}
