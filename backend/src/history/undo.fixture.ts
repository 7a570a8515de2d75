import { randomUUID } from 'node:crypto';
import type { EntityEvent, EntityFacts } from '@earmark/contracts/entities';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import { type Context, EARMARK_NAMESPACE, type EventId, uuidFrom } from '@earmark/contracts/kit';
import { SeriesUuid } from '@earmark/contracts/series';
import { type RecordedSegment, type TranscriptEvent, VersionId } from '@earmark/contracts/transcripts';
import { EntityTypeId, NO_CONTEXT, type PatternFacts, type VocabularyEvent } from '@earmark/contracts/vocabulary';
import type { RecordedEvent } from '@earmark/projections/event-log';
import type { Streams } from '../kit/streams.ts';
import type { StoredEvent } from '../kit/history/event-history.ts';
import { foldingOf, idOf } from './reverting.ts';

/** A transcript of three segments by two speakers, entities and patterns, for specs of undo. */
export const episodeUuid = EpisodeUuid.parse('11111111-1111-4111-8111-111111111111');
export const seriesUuid = SeriesUuid.parse('22222222-2222-4222-8222-222222222222');
export const versionId = uuidFrom(episodeUuid, 'version', VersionId);
/** Narrowed to the wanted type. */
export const id = <Id extends string>(name: string): Id => uuidFrom(versionId, name) as Id;
export const pin = (vocabularyRevision: number) => ({ vocabularyRevision, matcherVersion: 1 });
export const transcriptStream = `transcript-${episodeUuid}`;
export const entitiesStream = `entities-${episodeUuid}`;

export const segment = (name: string, text: string, more: Partial<RecordedSegment> = {}): RecordedSegment => ({
  segmentId: id(name),
  orderKey: name,
  speakerId: id('Ada'),
  startMs: 751_000,
  endMs: 752_000,
  text,
  ...more,
});
export const [one, two, three] = [
  segment('s1', 'Who was lovelace?'),
  segment('s2', 'A mathematician.', { speakerId: id('Bea') }),
  segment('s3', 'She wrote programs.'),
];

export const recorded: TranscriptEvent[] = [
  { type: 'SegmentsRecorded', data: { episodeUuid, versionId, chunk: 0, segments: [one, two, three] } },
  {
    type: 'TranscriptRecorded',
    data: {
      episodeUuid,
      versionId,
      source: 'upload',
      form: 'vtt',
      speakers: ['Ada', 'Bea'].map((name) => ({ speakerId: id(name), name })),
      chunks: 1,
      segments: 3,
      warnings: [],
    },
  },
  { type: 'TranscriptActivated', data: { episodeUuid, versionId, replaced: null, pin: pin(3) } },
];

const here = { episodeUuid, versionId };
export const edited = (from: string, to: string, name = 's1'): TranscriptEvent => ({
  type: 'SegmentEdited',
  data: { ...here, segmentId: id(name), from, to },
});
export const deleted = (which: RecordedSegment): TranscriptEvent => ({
  type: 'SegmentDeleted',
  data: { ...here, segment: which },
});
export const inVersion = here;

export const facts = (name: string, entityTypeId: EntityTypeId): EntityFacts => ({
  name,
  entityTypeId,
  url: null,
  slugBase: name.toLowerCase(),
});
export const added = (name: string, entityTypeId: EntityTypeId, before: 'removed' | null = null): EntityEvent => ({
  type: 'EntityAdded',
  data: { episodeUuid, entityId: id(name), facts: facts(name, entityTypeId), before, candidateId: null },
});
export const pattern = (name: string, entityTypeId: EntityTypeId, more: Partial<PatternFacts> = {}): PatternFacts => ({
  patternId: id(`pattern ${name}`),
  entityId: id(name),
  entityTypeId,
  name,
  caseSensitive: false,
  wholeWord: true,
  ...NO_CONTEXT,
  ...more,
});
export const patternAdded = (facts_: PatternFacts): VocabularyEvent[] => [
  {
    type: 'EntityNamed',
    data: {
      entityId: facts_.entityId,
      entityTypeId: facts_.entityTypeId,
      from: null,
      name: facts_.name,
      slugBase: facts_.name.toLowerCase(),
    },
  },
  { type: 'PatternAdded', data: { pattern: facts_ } },
];

export const admin: Context = {
  actor: { kind: 'account', id: 'a1', name: 'lin', role: 'admin' },
  correlationId: '33333333-3333-4333-8333-333333333333',
  reason: null,
};

/** Records events as other commands would, each in its own append. Returns their ids. */
export async function record(
  streams: Streams,
  stream: string,
  events: readonly StoredEvent[],
  context: Context = { ...admin, correlationId: randomUUID() },
): Promise<EventId[]> {
  const ids: EventId[] = [];
  for (const event of events) {
    const rule = () => ({ events: [event], result: null });
    const { outcome } = await streams.change(foldingOf(stream)!, idOf(stream), rule, context);
    ids.push(...outcome.eventIds);
  }

  return ids;
}

/** The last event of the stream. */
export async function lastOf(streams: Streams, stream: string): Promise<RecordedEvent> {
  for await (const event of streams.log.readStream(stream, { direction: 'backwards', limit: 1 })) return event;
  throw new Error(`nothing in ${stream}`);
}

export const KNOWN_PERSON = uuidFrom(EARMARK_NAMESPACE, 'person', EntityTypeId);

export async function seedCategories(streams: Streams): Promise<void> {
  const person = {
    entityTypeId: KNOWN_PERSON,
    name: 'person',
    displayName: 'Person',
    iconName: 'User',
    colorClass: '',
  };
  await record(streams, 'vocabulary-main', [{ type: 'EntityTypeCreated', data: person }]);
}
