import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { RecordedSegment } from '@earmark/contracts/transcripts';
import type { EntityId } from '@earmark/contracts/vocabulary';
import { openLog, type EventLog, type RecordedEvent } from '@earmark/projections/event-log';
import { createTestDatabase, storyCount, type TestDatabase } from '@earmark/projections/testing';
import fc from 'fast-check';
import { Pool } from 'pg';
import { entities, type EntitiesState } from '../entities/entities.decider.ts';
import { Streams } from '../kit/streams.ts';
import { transcript, type Version } from '../transcripts/transcript.decider.ts';
import type { StoredEvent } from '../kit/history/event-history.ts';
import { dryRun } from './dry-run.ts';
import { Reverting } from './reverting.ts';
import { admin, facts, id, KNOWN_PERSON, record, recorded, versionId } from './undo.fixture.ts';

const RUNS = storyCount(40, 8);

let database: TestDatabase;
let log: EventLog;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  log = await openLog({ eventstoreUrl: null, databaseUrl: database.url });
  pool = new Pool({ connectionString: database.url });
});
afterAll(async () => {
  await log.close();
  await pool.end();
  await database.drop();
});

const Step = fc.record({ kind: fc.nat(10), which: fc.nat(7), word: fc.constantFrom('a', 'b', 'c', 'd e f') });
type Step = typeof Step extends fc.Arbitrary<infer Value> ? Value : never;

/** A plausible edit; null when there is nothing to edit that way. */
function edit({ kind, which, word }: Step, version: Version, number: number): StoredEvent | null {
  const where = { versionId };
  const pick = <Item>(items: Item[]): Item | undefined => items[which % Math.max(items.length, 1)];
  const ordered = [...version.segments.values()].sort((a, b) => (a.orderKey < b.orderKey ? -1 : 1));
  const chosen = pick(ordered);
  const gone = pick([...version.deleted.values()]);
  const [speakerId, name] = pick([...version.speakers])!;
  if (kind === 0 && gone) return { type: 'SegmentRestored', data: { ...where, segment: gone } };
  if (kind === 1) {
    const added = { segmentId: id(`new ${number}`), orderKey: `s1${number}`, speakerId, startMs: 1, endMs: 2 };
    return { type: 'SegmentAdded', data: { ...where, segment: { ...added, text: word }, speaker: null } };
  }
  if (kind === 2) return { type: 'SpeakerRenamed', data: { ...where, speakerId, from: name, to: `${name}${word}` } };
  if (!chosen) return null;
  const { segmentId, text } = chosen;
  const next = ordered[ordered.indexOf(chosen) + 1];
  switch (kind) {
    case 3:
      return { type: 'SegmentDeleted', data: { ...where, segment: chosen } };
    case 4: {
      const second: RecordedSegment = {
        ...chosen,
        segmentId: id(`half ${number}`),
        orderKey: `${chosen.orderKey}V`,
        text: word,
      };
      return {
        type: 'SegmentSplit',
        data: { ...where, before: chosen, after: [{ ...chosen, text: `${text}!` }, second] },
      };
    }
    case 5:
      if (!next) return null;
      return {
        type: 'SegmentsMerged',
        data: {
          ...where,
          before: [chosen, next],
          after: { ...chosen, text: `${text} ${next.text}`, endMs: next.endMs },
        },
      };
    case 6: {
      const { startMs, endMs } = chosen;
      return {
        type: 'SegmentRetimed',
        data: { ...where, segmentId, from: { startMs, endMs }, to: { startMs, endMs: endMs + 7 } },
      };
    }
    case 7: {
      const segments = [{ segmentId, from: chosen.speakerId, to: chosen.speakerId === null ? speakerId : null }];
      return { type: 'SegmentsReassigned', data: { ...where, segments, speakers: [] } };
    }
    default:
      return { type: 'SegmentEdited', data: { ...where, segmentId, from: text, to: `${text} ${word}` } };
  }
}

/** A plausible decision. */
function decision({ kind, which, word }: Step, { decisions, shownAs }: EntitiesState): StoredEvent | null {
  const name = `entity ${which}`;
  const entityId = id<EntityId>(name);
  const before = decisions.get(entityId) ?? null;
  if (shownAs.has(entityId)) return null;
  const data = { entityId, facts: facts(name, KNOWN_PERSON), before, candidateId: null };
  if (kind < 5) return before === 'added' ? null : { type: 'EntityAdded', data };
  if (kind < 8) return before === 'removed' ? null : { type: 'EntityRemoved', data: { ...data, after: 'removed' } };
  const toName = `${name} ${word}`;
  const moved = [entityId, ...[...shownAs].filter(([, shown]) => shown === entityId).map(([from]) => from)];
  const names = { from: data.facts, to: facts(toName, KNOWN_PERSON), candidateId: null };
  return { type: 'EntityEdited', data: { entityId, toEntityId: id(toName), moved, ...names } };
}

/** Ignores leftovers: the content of segments that were added and removed, and the typed facts of entities. */
async function stateOf(episodeUuid: string) {
  const streams = new Streams(log);
  const { active, versions } = (await streams.read(transcript, episodeUuid)).state;
  const { segments, speakers } = versions.get(versionId)!;
  const { decisions, shownAs } = (await streams.read(entities, episodeUuid)).state;
  return structuredClone({ active, segments, speakers, decisions, shownAs });
}

it('is restored when everything since is undone, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 1, maxLength: 12 }), fc.nat(12), async (steps, kept) => {
      const streams = new Streams(log);
      const episodeUuid = randomUUID();
      const recordHere = async (category: string, event: StoredEvent) =>
        record(streams, `${category}-${episodeUuid}`, [
          { type: event.type, data: { ...Object(event.data), episodeUuid } },
        ]);
      for (const event of recorded) await recordHere('transcript', event);

      let before = await stateOf(episodeUuid);
      const since: RecordedEvent[] = [];
      for (const [number, step] of steps.entries()) {
        if (number === kept) {
          before = await stateOf(episodeUuid);
          since.length = 0;
        }
        const isDecision = step.which % 3 === 0;
        const version = (await streams.read(transcript, episodeUuid)).state.versions.get(versionId)!;
        const event = isDecision
          ? decision(step, (await streams.read(entities, episodeUuid)).state)
          : edit(step, version, number);
        if (!event) continue;
        const [eventId] = await recordHere(isDecision ? 'entities' : 'transcript', event);
        since.unshift((await log.find(eventId!))!);
      }

      expect((await dryRun(streams, pool, since)).willNot).toEqual([]);
      const reverting = new Reverting(streams);
      for (const event of since)
        expect(await reverting.revert(event, admin)).toMatchObject({ outcome: { types: { length: 1 } } });
      expect(await stateOf(episodeUuid)).toEqual(before);
    }),
    { numRuns: RUNS },
  );
});
