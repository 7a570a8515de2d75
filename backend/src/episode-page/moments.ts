import type { EntityEvent } from '@earmark/contracts/entities';
import type { EpisodeEvent, EpisodeMoment, EpisodeUuid } from '@earmark/contracts/episodes';
import type { SeriesUuid } from '@earmark/contracts/series';
import type { TranscriptEvent } from '@earmark/contracts/transcripts';
import type { EventLog } from '@earmark/projections/event-log';
import { eventsOf, type DecodedEvent } from '../kit/recorded-events.ts';

/** Most ticks; the oldest are left out. */
const MOST_MOMENTS = 500;

/** What can be seen of an episode's streams, and of recounts. */
type MomentEvent = Extract<
  DecodedEvent,
  {
    type:
      | EpisodeEvent['type']
      | Exclude<TranscriptEvent['type'], 'SegmentsRecorded' | 'TranscriptRecorded'>
      | EntityEvent['type']
      | 'RecountPublished'
      | 'RecountReverted';
  }
>;

/** What changed an episode, one moment per append, newest last. */
export async function listMoments(
  log: EventLog,
  episodeUuid: EpisodeUuid,
  seriesUuid: SeriesUuid,
): Promise<EpisodeMoment[]> {
  const appends = new Map<string, MomentEvent[]>();
  const take = (event: DecodedEvent) => {
    const { id } = event.recorded.metadata.append;
    const known = appends.get(id) ?? [];
    appends.set(id, known);
    // The streams read here hold no others.
    known.push(event as MomentEvent);
  };
  let heard: bigint | null = null;
  for (const category of ['episode', 'transcript', 'entities'])
    for await (const event of eventsOf(log, `${category}-${episodeUuid}`)) {
      // Chunks are not seen before their transcript is shown.
      if (event.type === 'SegmentsRecorded' || event.type === 'TranscriptRecorded') continue;
      if (event.type === 'TranscriptActivated') heard ??= event.recorded.position;
      take(event);
    }
  for await (const event of eventsOf(log, 'recount-main')) {
    if (event.type !== 'RecountPublished' && event.type !== 'RecountReverted') continue;
    const { podcastUuids } = event.data.scope;
    const concerns = podcastUuids === null || podcastUuids.includes(seriesUuid);
    if (concerns && heard !== null && event.recorded.position > heard) take(event);
  }
  const moments = [...appends.values()]
    .map((events) => ({ last: events.at(-1)!.recorded, sentence: sentenceOf(events) }))
    .sort((a, b) => (a.last.position < b.last.position ? -1 : 1));

  return moments.slice(-MOST_MOMENTS).map(({ last, sentence }) => ({
    position: last.position.toString(),
    eventId: last.id,
    at: last.metadata.at,
    sentence,
  }));
}

/** One append in words: kinds of changes in the order in which they came, those of one kind counted. */
function sentenceOf(events: readonly MomentEvent[]): string {
  const kinds = new Map<string, MomentEvent[]>();
  for (const event of events) kinds.set(event.type, [...(kinds.get(event.type) ?? []), event]);
  const parts = [...kinds.values()].map(partOf);
  const text = parts.join(', ');

  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function partOf(events: readonly MomentEvent[]): string {
  const { length } = events;
  const event = events[0]!;
  switch (event.type) {
    case 'EpisodeAdded':
      return 'the episode was added';
    case 'EpisodeRefreshed':
      return 'the feed brought other facts';
    case 'DescriptionEdited':
      return 'the description was edited';
    case 'TranscriptActivated':
      return transcriptPart(event.data);
    case 'SegmentEdited':
      return count(length, 'passage was corrected', 'passages were corrected');
    case 'SegmentRetimed':
      return count(length, 'passage got other times', 'passages got other times');
    case 'SegmentAdded':
      return count(length, 'passage was added', 'passages were added');
    case 'SegmentDeleted':
      return count(length, 'passage was deleted', 'passages were deleted');
    case 'SegmentRestored':
      return count(length, 'passage was restored', 'passages were restored');
    case 'SegmentSplit':
      return count(length, 'passage was split', 'passages were split');
    case 'SegmentsMerged':
      return length === 1 ? '2 passages were merged' : `passages were merged ${length} times`;
    case 'SpeakerRenamed':
      return length === 1 ? `${event.data.from} was renamed ${event.data.to}` : `${length} speakers were renamed`;
    case 'SegmentsReassigned':
      return 'passages were given to another speaker';
    case 'EntitiesExtracted':
      return 'the entities were found anew';
    case 'EntityAdded':
      return length === 1 ? `${event.data.facts.name} was added` : `${length} entities were added`;
    case 'EntityRemoved':
      return entityRemovedPart(length, event.data);
    case 'EntityEdited':
      return length === 1
        ? `${event.data.from.name} was changed to ${event.data.to.name}`
        : `${length} entities were changed`;
    case 'RecountPublished':
      return 'a recount was published';
    case 'RecountReverted':
      return 'the publication of a recount was undone';
  }
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

function transcriptPart({ versionId, replaced }: { versionId: string | null; replaced: string | null }): string {
  if (versionId === null) return 'the transcript was taken away';

  return replaced === null ? 'the transcript arrived' : 'the transcript was replaced';
}

/** Withdrawn, the vocabulary alone says whether it is there. */
function entityRemovedPart(
  length: number,
  { facts, before, after }: { facts: { name: string }; before: string | null; after: string | null },
): string {
  if (length > 1) return `${length} entities were removed`;

  return before === 'removed' && after === null ? `${facts.name} was brought back` : `${facts.name} was removed`;
}
