import type { EpisodeMoment, EpisodeUuid } from '@earmark/contracts/episodes';
import type { SeriesUuid } from '@earmark/contracts/series';
import type { EventLog, RecordedEvent } from '@earmark/projections/event-log';
import { EPISODE_CATEGORIES, historyOf } from '../history/histories.ts';
import { eventsOf, type DecodedEvent } from '../kit/recorded-events.ts';
import { isCarriedOver } from '../transcripts/carried-over.ts';
import { RemovalFold, removalsIn } from '../kit/removals.ts';

/** The most moments in an answer; older ones are omitted. */
const MAX_MOMENTS = 500;

/** The changes of an episode, one moment per save or undo, newest last, without those while it was removed and had no page. */
export async function listMoments(
  log: EventLog,
  episodeUuid: EpisodeUuid,
  seriesUuid: SeriesUuid,
): Promise<EpisodeMoment[]> {
  const saves = new Map<string, DecodedEvent[]>();
  const take = (event: DecodedEvent) => {
    const { append, correlationId, reverts } = event.recorded.metadata;
    // A save is one append, but an undo of many changes has one for each.
    const key = reverts === null ? append.id : correlationId;
    const known = saves.get(key);
    if (known) known.push(event);
    else saves.set(key, [event]);
  };
  let heard: bigint | null = null;
  for (const category of EPISODE_CATEGORIES)
    for await (const event of eventsOf(log, `${category}-${episodeUuid}`)) {
      if (historyOf(event).moment === null || isCarriedOver(event.recorded)) continue;
      if (event.type === 'TranscriptActivated') heard ??= event.recorded.position;
      take(event);
    }
  for await (const event of eventsOf(log, 'recount-main')) {
    if (historyOf(event).moment === null || !('scope' in event.data)) continue;
    const { podcastUuids } = event.data.scope;
    const concerns = podcastUuids === null || podcastUuids.includes(seriesUuid);
    if (concerns && heard !== null && event.recorded.position > heard) take(event);
  }
  const removals = [
    ...(await removalsIn(log, `episode-${episodeUuid}`)),
    ...(await removalsIn(log, `series-${seriesUuid}`)),
  ].sort((a, b) => (a.position < b.position ? -1 : 1));
  const moments = [...saves.values()]
    .map((events) => events.sort((a, b) => (a.recorded.position < b.recorded.position ? -1 : 1)))
    .filter((events) => !isRemovedAt(events.at(-1)!.recorded.position, removals))
    .map((events) => ({ last: events.at(-1)!.recorded, sentence: sentenceOf(events) }))
    .sort((a, b) => (a.last.position < b.last.position ? -1 : 1));

  return moments.slice(-MAX_MOMENTS).map(({ last, sentence }) => ({
    position: last.position.toString(),
    eventId: last.id,
    at: last.metadata.at,
    sentence,
  }));
}

/** `removals`: in log order. */
function isRemovedAt(position: bigint, removals: readonly RecordedEvent[]): boolean {
  const fold = new RemovalFold();
  for (const removal of removals) if (removal.position <= position) fold.take(removal);

  return fold.isRemoved;
}

/** Describes one save or undo: the kinds of changes in order of appearance, with a count of each. */
function sentenceOf(events: readonly DecodedEvent[]): string {
  const kinds = new Map<string, { first: DecodedEvent; count: number }>();
  for (const event of events) {
    const { first, count } = kinds.get(event.type) ?? { first: event, count: 0 };
    kinds.set(event.type, { first, count: count + 1 });
  }
  // Only events with a moment were taken.
  const parts = [...kinds.values()].map(({ first, count }) => historyOf(first).moment!(first.data, count));
  const text = parts.join(', ');

  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
