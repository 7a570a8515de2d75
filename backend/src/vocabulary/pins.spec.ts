import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { MATCHER_VERSION } from '@earmark/contracts/mentions';
import { openLog, type EventLog } from '@earmark/projections/event-log';
import {
  categories,
  createTestDatabase,
  episodeAdded,
  event,
  id,
  record,
  transcriptEvents,
  type TestDatabase,
} from '@earmark/projections/testing';
import { headPin, pinAfter, pinInForce, type PinEvent } from './pins.ts';

const pin = (vocabularyRevision: number) => ({ vocabularyRevision, matcherVersion: 1 });
const activated = (revision: number) =>
  event('TranscriptActivated', { episodeUuid: id('episode'), versionId: null, replaced: null, pin: pin(revision) });
const extracted = (revision: number) =>
  event('EntitiesExtracted', { episodeUuid: id('episode'), from: pin(0), pin: pin(revision) });
const recount = (type: 'RecountPublished' | 'RecountReverted', number: number, revision: number, series?: number) =>
  event(type, {
    recountId: id('recount', number),
    pin: pin(revision),
    scope: { podcastUuids: series === undefined ? null : [id('series', series)] },
  });
const published = (number: number, revision: number, series?: number) =>
  recount('RecountPublished', number, revision, series);
const takenBack = (number: number, revision: number) => recount('RecountReverted', number, revision);
const chosenFor = (from: number, to: number) => ({
  eventIds: [id('event', 1)],
  patterns: 1,
  names: ['Rome'],
  moves: [{ from, to: pin(to) }],
});
type Written = ReturnType<typeof event>;
const undoing = (undone: Written, undo: Written): Written => ({
  ...undo,
  metadata: { ...undo.metadata, reverts: undone.id },
});

/** The events in log order. */
const placed = (events: Written[]): PinEvent[] => events.map((one, index) => ({ ...one, position: BigInt(index + 1) }));
const after = (...events: Written[]) => pinAfter(placed(events), id('series'))?.vocabularyRevision ?? null;

describe('the pin in force', () => {
  it('is none before the first transcript', () => {
    expect(after()).toBeNull();
    expect(after(published(1, 9))).toBeNull();
  });

  it('is that of the first transcript, which later ones never move', () => {
    expect(after(activated(3))).toBe(3);
    expect(after(activated(3), activated(8))).toBe(3);
    const refresh = extracted(5);
    expect(after(activated(3), refresh, activated(5), undoing(refresh, extracted(3)))).toBe(3);
  });

  it('is moved by each refresh, even back to an older vocabulary', () => {
    expect(after(activated(3), extracted(5))).toBe(5);
    expect(after(activated(3), extracted(5), extracted(4))).toBe(4);
  });

  it('is moved by a publication that covers the episode, if it has a transcript by then', () => {
    expect(after(activated(3), published(1, 7))).toBe(7);
    expect(after(activated(3), published(1, 7, 1))).toBe(7);
    expect(after(activated(3), published(1, 7, 2))).toBe(3);
    expect(after(published(1, 7), activated(3))).toBe(3);
  });

  it('is that of the latest move that counts', () => {
    expect(after(activated(3), extracted(5), published(1, 7))).toBe(7);
    expect(after(activated(3), published(1, 7), extracted(9))).toBe(9);
    expect(after(activated(3), published(1, 7), published(2, 6))).toBe(6);
  });

  it('is moved by a publication of chosen changes from the pin that it has then, for good', () => {
    const plain = published(1, 9);
    const chosen = event(plain.type, { ...(plain.data as object), only: chosenFor(3, 8) });
    const all = published(2, 3);
    expect(after(activated(3), chosen)).toBe(8);
    expect(after(activated(4), chosen)).toBe(4);
    expect(after(chosen, activated(3))).toBe(3);
    expect(after(activated(1), all, chosen, takenBack(2, 3))).toBe(8);
    expect(after(activated(1), all, chosen, takenBack(1, 9))).toBe(3);
    expect(after(activated(1), all, takenBack(2, 3), chosen)).toBe(1);
    const revert = takenBack(1, 9);
    expect(after(activated(1), all, chosen, revert, takenBack(2, 3), undoing(revert, chosen))).toBe(8);
    expect(after(activated(1), all, chosen, revert, takenBack(2, 3), chosen)).toBe(1);
  });

  it('returns when a refresh is undone, and moves again when that undo is undone', () => {
    const first = extracted(5);
    const second = extracted(6);
    const undo = undoing(second, extracted(5));
    const redo = undoing(undo, extracted(6));
    const undoAgain = undoing(redo, extracted(5));
    expect(after(activated(3), first, second, undo)).toBe(5);
    expect(after(activated(3), first, second, undo, redo)).toBe(6);
    expect(after(activated(3), first, second, undo, redo, undoAgain)).toBe(5);
    expect(after(activated(3), first, second, undoing(first, extracted(3)))).toBe(6);
    expect(after(activated(3), first, second, undo, undoing(first, extracted(3)))).toBe(3);
  });

  it('returns when a publication is undone, whatever came before or after', () => {
    expect(after(activated(3), extracted(5), published(1, 7), takenBack(1, 7))).toBe(5);
    expect(after(activated(3), published(1, 7), published(2, 8), takenBack(1, 7))).toBe(8);
    expect(after(activated(3), published(1, 7), published(2, 8), takenBack(2, 8))).toBe(7);
    expect(after(activated(3), published(1, 7), published(2, 8), takenBack(2, 8), takenBack(1, 7))).toBe(3);
  });

  it('gives a publication its old place when its undo is undone', () => {
    const undo = takenBack(1, 7);
    const redo = undoing(undo, published(1, 7));
    expect(after(activated(3), published(1, 7), undo, redo)).toBe(7);
    expect(after(activated(3), published(1, 7), extracted(9), undo, redo)).toBe(9);
    expect(after(published(1, 7), activated(3), undo, redo)).toBe(3);
    expect(after(activated(3), published(1, 7), undo, redo, takenBack(1, 7))).toBe(3);
  });

  it('counts a second publication after a revert as the later one', () => {
    const again = [published(1, 7), extracted(9), takenBack(1, 7), published(1, 7)];
    expect(after(activated(3), ...again)).toBe(7);
    expect(after(published(1, 7), activated(3), takenBack(1, 7), published(1, 7))).toBe(7);
    expect(after(activated(3), published(1, 7), takenBack(1, 7), published(2, 8), published(1, 7))).toBe(7);
    const undo = takenBack(1, 7);
    expect(after(activated(3), ...again, extracted(10), undo, undoing(undo, published(1, 7)))).toBe(10);
  });

  it('does not depend on the order in which the streams were read', () => {
    const events = placed([activated(3), extracted(5), published(1, 7), takenBack(1, 7), published(2, 8)]);
    expect(pinAfter(events.reverse(), id('series'))).toEqual(pin(8));
  });
});

describe('the pin of an episode in the log', () => {
  let database: TestDatabase;
  let log: EventLog;
  beforeAll(async () => {
    database = await createTestDatabase();
    log = await openLog({ eventstoreUrl: null, databaseUrl: database.url });
  });
  afterAll(async () => {
    await log.close();
    await database.drop();
  });

  it('is read from its streams and the recounts, now or as of a position', async () => {
    const episodeUuid: EpisodeUuid = id('episode');
    expect(await headPin(log)).toEqual({ vocabularyRevision: -1, matcherVersion: MATCHER_VERSION });
    await record(log, 'vocabulary-main', ...categories());
    expect(await headPin(log)).toEqual({ vocabularyRevision: 6, matcherVersion: MATCHER_VERSION });

    const unheard = await record(log, `episode-${episodeUuid}`, episodeAdded());
    expect(await pinInForce(log, episodeUuid)).toBeNull();
    const heard = await record(log, `transcript-${episodeUuid}`, ...transcriptEvents(1, ['Bea: Hello.'], 6));
    const moved = await record(log, 'recount-main', published(1, 7, 1), published(2, 9, 2));
    const refreshed = await record(log, `entities-${episodeUuid}`, extracted(8));
    await record(log, `transcript-${episodeUuid}`, activated(8));
    expect(await pinInForce(log, episodeUuid)).toEqual(pin(8));
    expect(await pinInForce(log, episodeUuid, refreshed)).toEqual(pin(8));
    expect(await pinInForce(log, episodeUuid, moved)).toEqual(pin(7));
    expect(await pinInForce(log, episodeUuid, heard)).toEqual(pin(6));
    expect(await pinInForce(log, episodeUuid, unheard)).toBeNull();
    expect(await pinInForce(log, id('no episode'))).toBeNull();
  });
});
