import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findEpisode } from '../catalogue/catalogue.queries.ts';
import type { NewEvent } from '../kit/event-log/event-log.ts';
import { verify } from '../kit/verify.ts';
import { projectors } from '../projectors.ts';
import {
  at,
  categories,
  episodeAdded,
  event,
  id,
  projectedLog,
  record,
  seriesAdded,
  transcriptEvents,
  type ProjectedLog,
} from '../testing.ts';
import { listCorrections } from './corrections.queries.ts';

const lines = ['Ada: One.', 'Bea: Two.', 'Ada: Three.'];
const [recorded] = transcriptEvents(1, lines, 0);
const all = (recorded!.data as { segments: { segmentId: string; text: string; orderKey: string }[] }).segments;
const [one, two, three] = all.map(({ segmentId }) => segmentId);
const inVersion = { episodeUuid: id('episode'), versionId: id('version of episode 1') };

let world: ProjectedLog;
beforeAll(async () => {
  world = await projectedLog();
  await record(world.log, 'vocabulary-main', ...categories());
  await record(world.log, `series-${id('series')}`, seriesAdded());
  await record(world.log, `episode-${id('episode')}`, episodeAdded(1, 'One'));
  await append(...transcriptEvents(1, lines, 0));
});
afterAll(async () => world.close());

it('exclude the original text, changes that no person made, and new times', async () => {
  await append(
    edited(one!, 'One.', 'One!'),
    by('admin', event('SegmentRetimed', { ...inVersion, segmentId: one, from: times(0), to: times(1) })),
  );
  expect(await marked()).toEqual([]);
});

it('are the last one of each segment, in transcript order', async () => {
  await append(
    by('admin', edited(three!, 'Three.', 'Three!')),
    by('admin', edited(one!, 'One!', 'Uno!')),
    by('analyst', edited(one!, 'Uno!', 'Eins!')),
  );
  expect(await marked()).toEqual([
    { segmentId: one, at, role: 'analyst' },
    { segmentId: three, at, role: 'admin' },
  ]);
});

it('disappear with their undo, and return when that is undone', async () => {
  const edit = by('admin', edited(two!, 'Two.', 'Zwei.'));
  const undo = reverting(edit, by('admin', edited(two!, 'Zwei.', 'Two.')));
  const redo = reverting(undo, by('analyst', edited(two!, 'Two.', 'Zwei.')));
  await append(edit);
  expect((await marked()).map(({ segmentId }) => segmentId)).toEqual([one, two, three]);
  await append(undo);
  expect((await marked()).map(({ segmentId }) => segmentId)).toEqual([one, three]);
  await append(redo);
  expect((await marked())[1]).toEqual({ segmentId: two, at, role: 'admin' });
  // After the redo, it can be undone as before.
  await append(reverting(edit, by('admin', edited(two!, 'Zwei.', 'Two.'))));
  expect((await marked()).map(({ segmentId }) => segmentId)).toEqual([one, three]);
  await append(reverting(redo, by('admin', edited(two!, 'Two.', 'Zwei.'))));
  expect((await marked()).map(({ segmentId }) => segmentId)).toEqual([one, two, three]);
});

it('cover both parts of a split segment until they are merged again', async () => {
  const [, , before] = all;
  const halves = [
    { ...before!, text: 'Thr' },
    { ...before!, segmentId: id('half'), orderKey: `${before!.orderKey}M`, text: 'ee!' },
  ];
  const whole = { ...before!, text: 'Three!' };
  const split = by('admin', event('SegmentSplit', { ...inVersion, before: whole, after: halves }));
  await append(split);
  expect((await marked()).map(({ segmentId }) => segmentId)).toEqual([one, two, three, id('half')]);
  await append(reverting(split, by('admin', event('SegmentsMerged', { ...inVersion, before: halves, after: whole }))));
  // The segment's own correction remains.
  expect((await marked()).map(({ segmentId }) => segmentId)).toEqual([one, two, three]);
});

it('are the same after a rebuild', async () => {
  await world.settled();
  const ours = projectors.filter(({ name }) => name === 'corrections');
  const comparisons = await verify({ log: world.log, pool: world.pool, projectors: ours });
  expect(comparisons.map(({ rows, differences }) => [rows, differences])).toEqual([
    [6, 0],
    [5, 0],
  ]);
});

const append = async (...events: NewEvent[]) => record(world.log, `transcript-${id('episode')}`, ...events);
const times = (startMs: number) => ({ startMs, endMs: 1000 });
const edited = (segmentId: string, from: string, to: string) =>
  event('SegmentEdited', { ...inVersion, segmentId, from, to });
const by = (role: 'admin' | 'analyst', one: NewEvent): NewEvent => ({
  ...one,
  metadata: { ...one.metadata, actor: { kind: 'account', id: id(role), name: role, role } },
});
const reverting = (undone: NewEvent, undo: NewEvent): NewEvent => ({
  ...undo,
  metadata: { ...undo.metadata, reverts: undone.id },
});

async function marked() {
  await world.settled();
  const found = await findEpisode(world.pool, null, id('episode'));

  return listCorrections(world.pool, id('episode'), found!.versionId!);
}
