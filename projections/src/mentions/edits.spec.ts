import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findEpisode } from '../catalogue/catalogue.queries.ts';
import type { NewEvent } from '../kit/event-log/event-log.ts';
import { verify } from '../kit/verify.ts';
import { projectors } from '../projectors.ts';
import {
  categories,
  entityNamed,
  episodeAdded,
  event,
  id,
  pattern,
  patternAdded,
  personType,
  projectedLog,
  record,
  seriesAdded,
  transcriptEvents,
  type ProjectedLog,
  storyCount,
} from '../testing.ts';
import { listMentions, listSegments } from './mentions.queries.ts';

let world: ProjectedLog;
/** Revisions 0 to 6 are the categories, 7 to 10 these events. */
const REVISION = 10;
const lines = ['Ada: Rome and Oslo.', 'Bea: Oslo, then Kyiv.', 'Ada: Nothing here.', 'Cem: rome again'];

beforeEach(async () => {
  world = await projectedLog();
  await vocabulary(
    ...categories(),
    entityNamed(1, 'Rome'),
    patternAdded(1, 'Rome'),
    entityNamed(2, 'Oslo'),
    patternAdded(2, 'Oslo'),
  );
  await record(world.log, `series-${id('series')}`, seriesAdded());
  for (const episode of [1, 2]) {
    await record(world.log, `episode-${id('episode', episode)}`, episodeAdded(episode, `Episode ${episode}`));
    await record(world.log, transcriptOf(episode), ...transcriptEvents(episode, lines, REVISION));
  }
});
afterEach(async () => world.close());

it('rematches an edited segment with the pin of its episode only', async () => {
  await vocabulary(entityNamed(3, 'Lima'), patternAdded(3, 'Lima'));
  await record(world.log, transcriptOf(1), textEdited(1, 2, 'Nothing here.', 'Rome, and Lima.'));
  expect(await counts()).toEqual({ Rome: 3, Oslo: 2 });
});

it('rematches the neighbours of what was edited, removed or added, whose contexts may hold or not', async () => {
  const near = { near: ['Kyiv'], distance: 5 };
  await vocabulary(event('PatternEdited', { from: pattern(1, 'Rome'), to: pattern(1, 'Rome', near) }));
  await record(
    world.log,
    entitiesOf(1),
    event('EntitiesExtracted', { episodeUuid: id('episode'), from: pin(REVISION), pin: pin(REVISION + 1) }),
  );
  expect(await counts()).toEqual({ Rome: 1, Oslo: 2 });
  await record(world.log, transcriptOf(1), textEdited(1, 1, 'Oslo, then Kyiv.', 'Oslo, then Lima.'));
  expect(await counts()).toEqual({ Oslo: 2 });
  await record(world.log, transcriptOf(1), textEdited(1, 2, 'Nothing here.', 'Kyiv.'));
  expect(await counts()).toEqual({ Rome: 1, Oslo: 2 });
  await record(world.log, transcriptOf(1), event('SegmentDeleted', { ...version(1), segment: segment(1, 1) }));
  expect(await counts()).toEqual({ Rome: 2, Oslo: 1 });
  const between = { ...segment(1, 9), orderKey: '000000V', text: 'Oslo!', speakerId: null };
  await record(world.log, transcriptOf(1), event('SegmentAdded', { ...version(1), segment: between, speaker: null }));
  expect(await counts()).toEqual({ Rome: 1, Oslo: 2 });
  await expectAsRebuilt();
});

it('keeps the numbers of pins by version 1 of the rule, which reads no context', async () => {
  await vocabulary(
    event('PatternEdited', { from: pattern(1, 'Rome'), to: pattern(1, 'Rome', { near: ['Kyiv'], distance: 1 }) }),
  );
  for (const [from, to, found] of [
    [pin(REVISION), pin(REVISION + 1, 1), { Rome: 2, Oslo: 2 }],
    [pin(REVISION + 1, 1), pin(REVISION + 1), { Oslo: 2 }],
  ] as const) {
    await record(world.log, entitiesOf(1), event('EntitiesExtracted', { episodeUuid: id('episode'), from, pin: to }));
    expect(await counts()).toEqual(found);
  }
  await expectAsRebuilt();
});

it('counts for the new speaker of a segment, and follows deleting, restoring, splitting and merging', async () => {
  const added = { ...segment(1, 9), orderKey: '000001V', text: 'Oslo!', speakerId: null };
  await record(world.log, transcriptOf(1), event('SegmentAdded', { ...version(1), segment: added, speaker: null }));
  expect(await counts()).toEqual({ Oslo: 3, Rome: 2 });
  await record(world.log, transcriptOf(1), event('SegmentDeleted', { ...version(1), segment: segment(1, 0) }));
  expect(await counts()).toEqual({ Oslo: 2, Rome: 1 });
  await record(world.log, transcriptOf(1), event('SegmentRestored', { ...version(1), segment: segment(1, 0) }));
  expect(await counts()).toEqual({ Oslo: 3, Rome: 2 });
  const halves = [
    { ...segment(1, 0), text: 'Rome and', endMs: 500 },
    { ...segment(1, 8), text: 'Oslo.', orderKey: '000000V', startMs: 500, endMs: 1000 },
  ];
  await record(
    world.log,
    transcriptOf(1),
    event('SegmentSplit', { ...version(1), before: segment(1, 0), after: halves }),
  );
  expect((await segments()).map(({ text }) => text).slice(0, 3)).toEqual(['Rome and', 'Oslo.', 'Oslo, then Kyiv.']);
  await record(
    world.log,
    transcriptOf(1),
    event('SegmentsMerged', { ...version(1), before: halves, after: segment(1, 0) }),
  );
  expect((await segments()).map(({ text }) => text).slice(0, 2)).toEqual(['Rome and Oslo.', 'Oslo, then Kyiv.']);
  const newcomer = { speakerId: randomUUID(), name: 'Dee' };
  await record(
    world.log,
    transcriptOf(1),
    event('SegmentsReassigned', {
      ...version(1),
      segments: [{ segmentId: segment(1, 0).segmentId, from: segment(1, 0).speakerId, to: newcomer.speakerId }],
      speakers: [newcomer],
    }),
    event('SpeakerRenamed', { ...version(1), speakerId: newcomer.speakerId, from: 'Dee', to: 'Deirdre' }),
    event('SegmentRetimed', {
      ...version(1),
      segmentId: segment(1, 3).segmentId,
      from: { startMs: 3000, endMs: 4000 },
      to: { startMs: 3500, endMs: 12_000 },
    }),
  );
  await world.settled();
  expect((await segments())[0]).toMatchObject({ speaker: 'Deirdre' });
  const { rows } = await world.pool.query(
    'select segments, length_ms from read.mentions_episode where episode_uuid = $1',
    [id('episode')],
  );
  expect(rows).toEqual([{ segments: 5, length_ms: 12_000 }]);
  await expectAsRebuilt();
});

it('follows the repairs and the names that the pipeline recorded, and their undo', async () => {
  const [first, second, third] = [segment(1, 0), segment(1, 1), segment(1, 2)];
  const halves = [
    { ...first, text: 'Rome and', endMs: 500 },
    { ...segment(1, 8), text: 'Oslo.', orderKey: '000000V', startMs: 500, endMs: 1000 },
  ];
  const joined = { ...second, text: `${second.text} ${third.text}`, endMs: third.endMs };
  const times = [
    { startMs: 3000, endMs: 4000 },
    { startMs: 3500, endMs: 12_000 },
  ];
  const retimed = { kind: 'retimed', segmentId: segment(1, 3).segmentId };
  const repairs = [
    { kind: 'split', before: first, after: halves },
    { kind: 'merged', before: [second, third], after: joined },
    { ...retimed, from: times[0], to: times[1] },
  ];
  const undone = [
    { ...retimed, from: times[1], to: times[0] },
    { kind: 'split', before: joined, after: [second, third] },
    { kind: 'merged', before: halves, after: first },
  ];
  const before = await segments();
  const name = (from: string, to: string) =>
    event('SpeakersMapped', {
      ...version(1),
      mappings: [{ speakerId: first.speakerId, from, to, confidence: 1, evidence: [] }],
    });
  await record(
    world.log,
    transcriptOf(1),
    event('TimestampsVerified', { ...version(1), repairs }),
    name('Ada', 'Ada King'),
  );
  expect((await segments()).map(({ text, speaker, endTime }) => [speaker, text, endTime])).toEqual([
    ['Ada King', 'Rome and', 500],
    ['Ada King', 'Oslo.', 1000],
    ['Bea', joined.text, joined.endMs],
    ['Cem', 'rome again', 12_000],
  ]);
  expect(await counts()).toEqual({ Rome: 2, Oslo: 2 });
  await expectAsRebuilt();
  await record(
    world.log,
    transcriptOf(1),
    event('TimestampsVerified', { ...version(1), repairs: undone }),
    name('Ada King', 'Ada'),
  );
  expect(await segments()).toEqual(before);
  expect(await counts()).toEqual({ Rome: 2, Oslo: 2 });
  await expectAsRebuilt();
});

it('lists added entities, with 0 when they do not occur, shows renamed ones as the other and hides removed ones', async () => {
  await vocabulary(entityNamed(3, 'Kyiv'), entityNamed(4, 'Mars'), entityNamed(5, 'Roma'));
  await record(
    world.log,
    entitiesOf(1),
    added(3, 'Kyiv'),
    added(4, 'Mars'),
    event('EntityEdited', {
      ...entity(1, 'Rome'),
      toEntityId: id('entity', 5),
      moved: [id('entity', 1)],
      from: facts('Rome'),
      to: facts('Roma'),
    }),
    event('EntityRemoved', { ...entity(2, 'Oslo'), before: null, after: 'removed' }),
  );
  expect(await counts()).toEqual({ Roma: 2, Kyiv: 1, Mars: 0 });
  await record(
    world.log,
    entitiesOf(1),
    event('EntityEdited', {
      ...entity(5, 'Roma'),
      toEntityId: id('entity', 1),
      moved: [id('entity', 1)],
      from: facts('Roma'),
      to: facts('Rome'),
    }),
    event('EntityRemoved', { ...entity(4, 'Mars'), before: 'added', after: null }),
    event('EntityRemoved', { ...entity(2, 'Oslo'), before: 'removed', after: null }),
  );
  expect(await counts()).toEqual({ Rome: 2, Oslo: 2, Kyiv: 1 });
  await expectAsRebuilt();
});

it('moves pins with a publication, and exactly back with its revert', async () => {
  const before = await allShown();
  await vocabulary(event('PatternEdited', { from: pattern(1, 'Rome'), to: { ...pattern(1, 'Rome'), name: 'Kyiv' } }));
  const published = publication(1, REVISION + 1);
  await record(world.log, 'recount-main', event('RecountPublished', published));
  expect(await counts()).toEqual({ Oslo: 2, Rome: 1 });
  // An extraction after the publication remains in force when the publication is reverted.
  const extracted = event('EntitiesExtracted', { episodeUuid: id('episode', 2), from: pin(11), pin: pin(8) });
  await record(world.log, entitiesOf(2), extracted);
  await record(world.log, 'recount-main', event('RecountReverted', published));
  expect((await allShown())[0]).toEqual(before[0]);
  expect(await counts(2)).toEqual({ Rome: 2 });
  const undo = event('EntitiesExtracted', { episodeUuid: id('episode', 2), from: pin(8), pin: pin(11) });
  await record(world.log, entitiesOf(2), { ...undo, metadata: { ...undo.metadata, reverts: extracted.id } });
  expect(await allShown()).toEqual(before);
  await record(world.log, 'recount-main', event('RecountPublished', published));
  expect(await counts(2)).toEqual({ Oslo: 2, Rome: 1 });
  await expectAsRebuilt();
});

it('has the rows of a rebuild after any sequence of events', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(9), fc.nat(), fc.nat()), { minLength: 5, maxLength: 25 }),
      async (story) => {
        const moves: Published[] = [];
        for (const [kind, a, b] of story) await step(kind, a, b, moves);
        await world.settled();
        expect(await differences()).toEqual([]);
      },
    ),
    { numRuns: storyCount(6) },
  );
});

const TEXTS = ['Rome.', 'Oslo and Rome', 'Kyiv, Lima', '', 'nothing', 'Oslo Oslo'];
let vocabularyRevision = REVISION;
beforeEach(() => {
  vocabularyRevision = REVISION;
});

/** One event of a random sequence. A decider might refuse it, but the projector must handle it. */
interface Published {
  readonly publication: unknown;
  isPublished: boolean;
}

async function step(kind: number, a: number, b: number, moves: Published[]): Promise<void> {
  const episode = 1 + (a % 2);
  const text = TEXTS[b % TEXTS.length]!;
  const number = a % 3;
  const name = ['Rome', 'Oslo', 'Kyiv', 'Lima'][b % 4]!;
  const own = 1 + (b % 4);
  const recorded: [string, NewEvent][] = {
    0: [[transcriptOf(episode), textEdited(episode, number, '', text)]],
    1: [[transcriptOf(episode), event('SegmentDeleted', { ...version(episode), segment: segment(episode, number) })]],
    2: [
      [
        transcriptOf(episode),
        event('SegmentRestored', { ...version(episode), segment: { ...segment(episode, number), text } }),
      ],
    ],
    3: [[entitiesOf(episode), event('EntityAdded', { ...entity(own, name, episode), before: null })]],
    4: [
      [entitiesOf(episode), event('EntityRemoved', { ...entity(own, name, episode), before: null, after: 'removed' })],
    ],
    5: [
      [entitiesOf(episode), event('EntityRemoved', { ...entity(own, name, episode), before: 'removed', after: null })],
    ],
    6: [
      [
        entitiesOf(episode),
        event('EntityEdited', {
          ...entity(own, name, episode),
          toEntityId: id('entity', 1 + (a % 4)),
          moved: [id('entity', own)],
          from: facts(name),
          to: facts(name),
        }),
      ],
    ],
    7: [
      [
        'vocabulary-main',
        event('PatternEdited', {
          from: pattern(1 + (a % 2), name),
          to: { ...pattern(1 + (a % 2), name, contextOf(a + b)), caseSensitive: b % 2 === 0 },
        }),
      ],
    ],
    8: [
      [
        entitiesOf(episode),
        event('EntitiesExtracted', {
          episodeUuid: id('episode', episode),
          from: pin(0),
          pin: pin(6 + (b % (vocabularyRevision - 5)), 1 + (a % 2)),
        }),
      ],
    ],
    9: [
      [
        'recount-main',
        event('RecountPublished', publication(100 + moves.length, 6 + (b % (vocabularyRevision - 5)), 1 + (a % 2))),
      ],
    ],
  }[kind] as [string, NewEvent][];
  if (kind === 7) vocabularyRevision += 1;
  if (kind === 9 && moves.length > 0 && b % 2 === 1) {
    // Reverted, published again, reverted…
    const move = moves[a % moves.length]!;
    move.isPublished = !move.isPublished;
    const type = move.isPublished ? 'RecountPublished' : 'RecountReverted';
    await record(world.log, 'recount-main', event(type, move.publication));
    return;
  }
  if (kind === 9) {
    const [[, { data }]] = recorded as [[string, NewEvent]];
    moves.push({ publication: data, isPublished: true });
  }
  for (const [stream, what] of recorded) await record(world.log, stream, what);
}

/** Of every other pattern: names and words of the texts. */
const contextOf = (number: number) =>
  number % 2 === 0
    ? {}
    : { near: [['Oslo', 'again', 'Lima', 'nothing'][number % 4]!], notNear: ['Kyiv'], distance: 1 + (number % 5) };

const vocabulary = async (...events: NewEvent[]) => record(world.log, 'vocabulary-main', ...events);
const transcriptOf = (episode: number) => `transcript-${id('episode', episode)}`;
const entitiesOf = (episode: number) => `entities-${id('episode', episode)}`;
const pin = (revision: number, matcherVersion = 2) => ({ vocabularyRevision: revision, matcherVersion });
const publication = (number: number, revision: number, matcherVersion = 2) => ({
  recountId: id('recount', number),
  pin: pin(revision, matcherVersion),
  scope: { podcastUuids: null },
});
const version = (episode: number) => ({
  episodeUuid: id('episode', episode),
  versionId: id(`version of episode ${episode}`),
});
const facts = (name: string) => ({ name, entityTypeId: personType, url: null, slugBase: name.toLowerCase() });
const entity = (number: number, name: string, episode = 1) => ({
  episodeUuid: id('episode', episode),
  entityId: id('entity', number),
  facts: facts(name),
});
const added = (number: number, name: string) => event('EntityAdded', { ...entity(number, name), before: null });

/** As `transcriptEvents` records it; beyond the four lines, a new segment. */
function segment(episode: number, index: number) {
  const [recorded] = transcriptEvents(episode, [...lines, ...Array<string>(6).fill('Ada: new')], REVISION);
  const { segments } = recorded!.data as { segments: { segmentId: string; text: string; speakerId: string | null }[] };

  return segments[index]! as {
    segmentId: string;
    orderKey: string;
    speakerId: string | null;
    startMs: number;
    endMs: number;
    text: string;
  };
}

const textEdited = (episode: number, index: number, from: string, to: string) =>
  event('SegmentEdited', { ...version(episode), segmentId: segment(episode, index).segmentId, from, to });

async function segments(episode = 1) {
  await world.settled();
  const found = await findEpisode(world.pool, null, id('episode', episode));
  return listSegments(world.pool, id('episode', episode), found!.versionId!);
}
const shown = async (episode: number) => listMentions(world.pool, id('episode', episode), await segments(episode));
const allShown = async () => [await shown(1), await shown(2)];
const counts = async (episode = 1) =>
  Object.fromEntries((await shown(episode)).map(({ entity: { name }, count }) => [name, count]));

const expectAsRebuilt = async () => expect(await differences()).toEqual([]);

async function differences() {
  const ours = projectors.filter(({ name }) => name === 'mentions');
  const comparisons = await verify({ log: world.log, pool: world.pool, projectors: ours });
  expect(comparisons.length).toBeGreaterThan(5);

  return comparisons.filter((one) => one.differences > 0);
}
