import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { EntityEvent } from '@earmark/contracts/entities';
import type { EventId } from '@earmark/contracts/kit';
import type { RecordedSegment, SpeakerId, TranscriptEvent, VersionId } from '@earmark/contracts/transcripts';
import { openLog, type EventLog } from '@earmark/projections/event-log';
import { createTestDatabase, type TestDatabase } from '@earmark/projections/testing';
import pg from 'pg';
import { Streams } from '../kit/streams.ts';
import { Reverting, type Refusal } from './reverting.ts';
import {
  added,
  admin,
  deleted,
  edited,
  entitiesStream,
  episodeUuid,
  facts,
  id,
  inVersion,
  KNOWN_PERSON,
  lastOf,
  one,
  pattern,
  patternAdded,
  pin,
  record,
  recorded,
  seedCategories,
  segment,
  seriesUuid,
  three,
  transcriptStream,
  two,
} from './undo.fixture.ts';
import type { StoredEvent } from '../kit/history/event-history.ts';

const VOCABULARY = 'vocabulary-main';
const RECOUNTS = 'recount-main';
let database: TestDatabase;
let client: pg.Client;
let log: EventLog;
let basics: bigint;
let streams: Streams;
let reverting: Reverting;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  log = await openLog({ eventstoreUrl: null, databaseUrl: database.url });
  await record(new Streams(log), transcriptStream, recorded);
  await seedCategories(new Streams(log));
  basics = await log.head();
});
afterAll(async () => {
  await log.close();
  await client.end();
  await database.drop();
});
beforeEach(() => {
  streams = new Streams(log);
  reverting = new Reverting(streams);
});
// Much cheaper than a database per test.
afterEach(async () => client.query('delete from log.event where position > $1', [basics]));

/** The recorded inverse of the event, or why there is none. */
async function revert(eventId: EventId): Promise<StoredEvent | Refusal> {
  const event = (await streams.log.find(eventId))!;
  const answer = await reverting.revert(event, admin);
  if (!('outcome' in answer)) return answer;
  const { type, data, metadata } = (await streams.log.find(answer.outcome.eventIds[0]!))!;
  expect(metadata.reverts).toBe(eventId);

  return { type, data };
}

const merged: TranscriptEvent = {
  type: 'SegmentsMerged',
  data: { ...inVersion, before: [one, two], after: { ...one, text: `${one.text} ${two.text}` } },
};
const moved = { ...one, startMs: 0, endMs: 5 };
const joinedLater: TranscriptEvent = {
  type: 'SegmentsMerged',
  data: { ...inVersion, before: [moved, two], after: { ...moved, endMs: two.endMs, text: `${one.text} ${two.text}` } },
};
const split: TranscriptEvent = {
  type: 'SegmentSplit',
  data: { ...inVersion, before: three, after: [{ ...three, text: 'She' }, segment('s4', 'wrote programs.')] },
};
const retimed: TranscriptEvent = {
  type: 'SegmentRetimed',
  data: {
    ...inVersion,
    segmentId: one.segmentId,
    from: { startMs: one.startMs, endMs: one.endMs },
    to: { startMs: 0, endMs: 5 },
  },
};
const renamed: TranscriptEvent = {
  type: 'SpeakerRenamed',
  data: { ...inVersion, speakerId: id('Ada'), from: 'Ada', to: 'Ada King' },
};
const reassigned: TranscriptEvent = {
  type: 'SegmentsReassigned',
  data: { ...inVersion, segments: [{ segmentId: one.segmentId, from: id('Ada'), to: id('Bea') }], speakers: [] },
};
const mapping = { speakerId: id<SpeakerId>('Ada'), from: 'Ada', to: 'Ada King', confidence: 0.9, evidence: [] };
const mapped: TranscriptEvent = { type: 'SpeakersMapped', data: { ...inVersion, mappings: [mapping] } };
const longer = { ...three, endMs: 800_000 };
const halves: [RecordedSegment, RecordedSegment] = [
  { ...longer, text: 'She wrote', endMs: 760_000 },
  segment('s4', 'programs.', { startMs: 760_000, endMs: 800_000 }),
];
const verified: TranscriptEvent = {
  type: 'TimestampsVerified',
  data: {
    ...inVersion,
    repairs: [
      { kind: 'merged', before: [one, two], after: { ...one, text: `${one.text} ${two.text}` } },
      {
        kind: 'retimed',
        segmentId: three.segmentId,
        from: { startMs: three.startMs, endMs: three.endMs },
        to: { startMs: longer.startMs, endMs: longer.endMs },
      },
      { kind: 'split', before: longer, after: halves },
    ],
  },
};
const addedSegment: TranscriptEvent = {
  type: 'SegmentAdded',
  data: { ...inVersion, segment: segment('s9', 'New.'), speaker: null },
};
const otherVersion: VersionId = id('other version');
const activated: TranscriptEvent = {
  type: 'TranscriptActivated',
  data: { episodeUuid, versionId: otherVersion, replaced: inVersion.versionId, pin: pin(3) },
};
const swap = (event: { type: string; data: { from: unknown; to: unknown } }) => ({
  type: event.type,
  data: { ...event.data, from: event.data.to, to: event.data.from },
});
const extracted: EntityEvent = { type: 'EntitiesExtracted', data: { episodeUuid, from: pin(3), pin: pin(5) } };
const person = KNOWN_PERSON;
const renamedEntity: EntityEvent = {
  type: 'EntityEdited',
  data: {
    episodeUuid,
    entityId: id('Ada'),
    toEntityId: id('Ada King'),
    moved: [id('Ada')],
    from: facts('Ada', person),
    to: facts('Ada King', person),
    candidateId: null,
  },
};
const described = { type: 'DescriptionEdited', data: { episodeUuid, from: null, to: '<p>x</p>' } };
const recount = { recountId: id('recount'), pin: pin(7), scope: { podcastUuids: [seriesUuid] }, only: null };
const started = { type: 'RecountStarted', data: recount };
const ada = pattern('Ada', person);
const imported = { patterns: [pattern('Babbage', person), pattern('Byron', person)] };
const removedByHand: EntityEvent = {
  type: 'EntityRemoved',
  data: {
    episodeUuid,
    entityId: id('Ada'),
    facts: facts('Ada', person),
    before: null,
    after: 'removed',
    candidateId: null,
  },
};

it.each<[string, string, StoredEvent[], StoredEvent]>([
  ['a text', transcriptStream, [edited(one.text, 'X')], edited('X', one.text)],
  ['times', transcriptStream, [retimed], swap(retimed as never)],
  ['a speaker name', transcriptStream, [renamed], swap(renamed as never)],
  [
    'an assignment',
    transcriptStream,
    [reassigned],
    {
      type: 'SegmentsReassigned',
      data: { ...inVersion, segments: [{ segmentId: one.segmentId, from: id('Bea'), to: id('Ada') }], speakers: [] },
    },
  ],
  [
    'names of speakers that the pipeline found',
    transcriptStream,
    [mapped],
    {
      type: 'SpeakersMapped',
      data: { ...inVersion, mappings: [{ ...mapping, from: 'Ada King', to: 'Ada' }] },
    },
  ],
  [
    'repairs of times, last one first',
    transcriptStream,
    [verified],
    {
      type: 'TimestampsVerified',
      data: {
        ...inVersion,
        repairs: [
          { kind: 'merged', before: halves, after: longer },
          {
            kind: 'retimed',
            segmentId: three.segmentId,
            from: { startMs: longer.startMs, endMs: longer.endMs },
            to: { startMs: three.startMs, endMs: three.endMs },
          },
          { kind: 'split', before: { ...one, text: `${one.text} ${two.text}` }, after: [one, two] },
        ],
      },
    },
  ],
  ['an addition', transcriptStream, [addedSegment], deleted(segment('s9', 'New.'))],
  ['a deletion', transcriptStream, [deleted(two)], { ...deleted(two), type: 'SegmentRestored' }],
  ['a return', transcriptStream, [deleted(two), { ...deleted(two), type: 'SegmentRestored' }], deleted(two)],
  [
    'a split',
    transcriptStream,
    [split],
    { type: 'SegmentsMerged', data: { ...inVersion, before: split.data.after as never, after: three } },
  ],
  [
    'a join',
    transcriptStream,
    [merged],
    { type: 'SegmentSplit', data: { ...inVersion, before: merged.data.after, after: [one, two] } },
  ],
  [
    'another version',
    transcriptStream,
    [activated],
    {
      type: 'TranscriptActivated',
      data: { episodeUuid, versionId: inVersion.versionId, replaced: otherVersion, pin: pin(3) },
    },
  ],
  [
    'a refresh',
    entitiesStream,
    [extracted],
    { type: 'EntitiesExtracted', data: { episodeUuid, from: pin(5), pin: pin(3) } },
  ],
  [
    'an entity by hand',
    entitiesStream,
    [added('Ada', person)],
    {
      type: 'EntityRemoved',
      data: {
        episodeUuid,
        entityId: id('Ada'),
        facts: facts('Ada', person),
        before: 'added',
        after: null,
        candidateId: null,
      },
    },
  ],
  [
    'a removal of what was added by hand',
    entitiesStream,
    [added('Ada', person), { ...removedByHand, data: { ...removedByHand.data, before: 'added' } }],
    { ...added('Ada', person), data: { ...added('Ada', person).data, before: 'removed' } },
  ],
  [
    'a removal of what was found',
    entitiesStream,
    [removedByHand],
    { ...removedByHand, data: { ...removedByHand.data, before: 'removed', after: null } },
  ],
  [
    'a rename of an entity',
    entitiesStream,
    [renamedEntity],
    {
      type: 'EntityEdited',
      data: {
        episodeUuid,
        entityId: id('Ada King'),
        toEntityId: id('Ada'),
        moved: [id('Ada')],
        from: facts('Ada King', person),
        to: facts('Ada', person),
        candidateId: null,
      },
    },
  ],
  ['a description', `episode-${episodeUuid}`, [described], swap(described)],
  ['a pattern', VOCABULARY, patternAdded(ada), { type: 'PatternDeleted', data: { pattern: ada } }],
  [
    'a deleted pattern',
    VOCABULARY,
    [...patternAdded(ada), { type: 'PatternDeleted', data: { pattern: ada } }],
    { type: 'PatternAdded', data: { pattern: ada } },
  ],
  [
    'an edited pattern',
    VOCABULARY,
    [...patternAdded(ada), { type: 'PatternEdited', data: { from: ada, to: { ...ada, name: 'Ada L.' } } }],
    { type: 'PatternEdited', data: { from: { ...ada, name: 'Ada L.' }, to: ada } },
  ],
  [
    'an import',
    VOCABULARY,
    [{ type: 'PatternsImported', data: imported }],
    { type: 'PatternsRemoved', data: imported },
  ],
  [
    'a link',
    VOCABULARY,
    [
      ...patternAdded(ada),
      { type: 'EntityLinked', data: { entityId: id('Ada'), from: null, url: 'https://a.example' } },
    ],
    { type: 'EntityLinked', data: { entityId: id('Ada'), from: 'https://a.example', url: null } },
  ],
  [
    'a publication',
    RECOUNTS,
    [started, { type: 'RecountPublished', data: recount }],
    { type: 'RecountReverted', data: recount },
  ],
])('undoes %s, undoes that, and undoes it again', async (_, stream, events, inverse) => {
  const eventId = (await record(streams, stream, events)).at(-1)!;
  const event = events.at(-1)!;
  expect(await revert(eventId)).toEqual(inverse);
  expect(await revert(eventId)).toMatchObject({ obstacle: { reverts: eventId } });
  const undo = await lastOf(streams, stream);
  const again = await revert(undo.id);
  // Its own fields are restored; side effects of an addition or a deletion stay.
  expect(again).toMatchObject({ type: event.type === 'SegmentAdded' ? 'SegmentRestored' : event.type });
  expect(await revert((await lastOf(streams, stream)).id)).toEqual(inverse);
});

it.each<[string, string, StoredEvent[], StoredEvent]>([
  ['a later edit of the same text', transcriptStream, [edited(one.text, 'X')], edited('X', 'Y')],
  ['a deletion of the segment', transcriptStream, [edited(two.text, 'X', 's2')], deleted({ ...two, text: 'X' })],
  ['a join of the segment', transcriptStream, [retimed], joinedLater],
  ['another version that is shown', transcriptStream, [edited(one.text, 'X')], activated],
  ['an edit of what was added', transcriptStream, [addedSegment], edited('New.', 'Newer.', 's9')],
  ['an edit of one half', transcriptStream, [split], edited('wrote programs.', 'wrote.', 's4')],
  [
    'a new decision',
    entitiesStream,
    [added('Ada', person)],
    { ...removedByHand, data: { ...removedByHand.data, before: 'added' } },
  ],
  ['a rename', entitiesStream, [added('Ada', person)], renamedEntity],
  [
    'a deletion of the pattern',
    VOCABULARY,
    [{ type: 'PatternsImported', data: imported }],
    { type: 'PatternDeleted', data: { pattern: imported.patterns[1]! } },
  ],
  [
    'an option of an imported pattern',
    VOCABULARY,
    [{ type: 'PatternsImported', data: imported }],
    {
      type: 'PatternEdited',
      data: { from: imported.patterns[0]!, to: { ...imported.patterns[0]!, wholeWord: false } },
    },
  ],
  [
    'a later description',
    `episode-${episodeUuid}`,
    [described],
    { type: 'DescriptionEdited', data: { episodeUuid, from: '<p>x</p>', to: null } },
  ],
])('is prevented by %s until that is undone', async (_, stream, events, later) => {
  const eventId = (await record(streams, stream, events)).at(-1)!;
  const [laterId] = await record(streams, stream, [later]);
  expect(await revert(eventId)).toMatchObject({ obstacle: { id: laterId } });
  await revert(laterId!);
  expect(await revert(eventId)).toMatchObject({ type: expect.any(String) });
});

it('keeps later changes of other fields', async () => {
  const [first] = await record(streams, transcriptStream, [edited(one.text, 'X'), retimed, renamed, deleted(two)]);
  expect(await revert(first!)).toEqual(edited('X', one.text));
  const events = [...patternAdded(ada), { type: 'PatternEdited', data: { from: ada, to: { ...ada, name: 'Ada L.' } } }];
  const named = (await record(streams, VOCABULARY, events)).at(-1)!;
  const now = { ...ada, name: 'Ada L.', wholeWord: false };
  await record(streams, VOCABULARY, [{ type: 'PatternEdited', data: { from: { ...ada, name: 'Ada L.' }, to: now } }]);
  expect(await revert(named)).toEqual({ type: 'PatternEdited', data: { from: now, to: { ...now, name: 'Ada' } } });
});

it('goes back step by step through the names of an entity, whatever its name on the site meanwhile', async () => {
  const rename = (from: string, to: string, called: string, moved: string[]): EntityEvent => ({
    type: 'EntityEdited',
    data: {
      episodeUuid,
      entityId: id(from),
      toEntityId: id(to),
      moved: moved.map((name) => id(name)),
      candidateId: null,
      from: facts(called, person),
      to: facts(to, person),
    },
  });
  const [first, second] = await record(streams, entitiesStream, [
    rename('Ada', 'Byron', 'Ada', ['Ada']),
    rename('Byron', 'Cem', 'Lord Byron', ['Byron', 'Ada']),
  ]);
  expect(await revert(first!)).toMatchObject({ obstacle: { id: second } });
  await revert(second!);
  expect(await revert(first!)).toMatchObject({ data: { entityId: id('Byron'), toEntityId: id('Ada') } });
});

it('withdraws the first transcript, unless it was edited since', async () => {
  const { id: first } = await lastOf(streams, transcriptStream);
  const [edit] = await record(streams, transcriptStream, [edited(one.text, 'X')]);
  expect(await revert(first)).toMatchObject({ obstacle: { id: edit } });
  await revert(edit!);
  expect(await revert(first)).toMatchObject({ type: 'TranscriptActivated', data: { versionId: null, pin: pin(3) } });
});

it('restores nothing into a place that is now taken', async () => {
  const [, , gone] = await record(streams, VOCABULARY, [
    ...patternAdded(ada),
    { type: 'PatternDeleted', data: { pattern: ada } },
    { type: 'PatternAdded', data: { pattern: { ...ada, patternId: id('another pattern'), name: 'ADA' } } },
  ]);
  await expect(revert(gone!)).rejects.toMatchObject({ code: 'pattern-exists' });
  const [rename] = await record(streams, entitiesStream, [
    renamedEntity,
    {
      type: 'EntityEdited',
      data: {
        episodeUuid,
        entityId: id('Byron'),
        toEntityId: id('Ada'),
        moved: [id('Byron')],
        from: facts('Byron', person),
        to: facts('Ada', person),
        candidateId: null,
      },
    },
  ]);
  await expect(revert(rename!)).rejects.toMatchObject({ code: 'entity-exists' });
});

it('does not publish again what was published by hand meanwhile', async () => {
  const published = { type: 'RecountPublished', data: recount };
  const [, first] = await record(streams, RECOUNTS, [started, published]);
  await revert(first!);
  const taken = await lastOf(streams, RECOUNTS);
  await record(streams, RECOUNTS, [published]);
  await expect(revert(taken.id)).rejects.toMatchObject({ code: 'recount-state' });
});

it('says why some events can never be undone', async () => {
  const ids = await record(streams, VOCABULARY, patternAdded(ada));
  expect(await revert(ids[0]!)).toEqual({ why: expect.stringMatching(/^An entity stays .*\.$/) });
  const [closed] = await record(streams, RECOUNTS, [started]);
  expect(await revert(closed!)).toEqual({ why: expect.stringMatching(/\.$/) });
});

it('is correct even when others change the same stream at the same time', async () => {
  const [first] = await record(streams, transcriptStream, [edited(one.text, 'X')]);
  const event = (await streams.log.find(first!))!;
  const answers = await Promise.all(
    [1, 2, 3].map(async () => new Reverting(new Streams(streams.log)).revert(event, admin)),
  );
  expect(answers.filter((answer) => 'outcome' in answer)).toHaveLength(1);
});
