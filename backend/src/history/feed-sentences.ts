import { allEvents } from '@earmark/contracts';
import type { FeedItem } from '@earmark/contracts/history';
import { eventDecoder } from '@earmark/contracts/kit';
import type { RecordedEvent } from '@earmark/projections/event-log';
import { findEpisode, findPodcast } from '@earmark/projections/queries';
import type { Pool } from 'pg';

const decode = eventDecoder(allEvents);

type Fact = Pick<FeedItem, 'sentence' | 'link' | 'podcastUuid' | 'episodeUuid' | 'entityIds'>;

/** Types of events that everybody may hear of. Whatever is not listed is private. */
export const PUBLIC_TYPES = [
  'SeriesAdded',
  'SeriesRefreshed',
  'EpisodeAdded',
  'EpisodeRefreshed',
  'TranscriptActivated',
  'EntitiesExtracted',
  'EntityTypeCreated',
  'PatternAdded',
  'PatternEdited',
  'PatternDeleted',
  'PatternsImported',
] as const;

/** What an event means to a reader, in one sentence; null for a private one. */
export async function factOf(pool: Pool, recorded: RecordedEvent): Promise<Fact | null> {
  const event = decode(recorded);
  switch (event.type) {
    case 'SeriesAdded':
      return ofSeries(pool, event.data.seriesUuid, (name) => `${name} was added.`);
    case 'SeriesRefreshed':
      return ofSeries(pool, event.data.seriesUuid, (name) => `The description of ${name} was updated.`);
    case 'EpisodeAdded':
      return ofEpisode(pool, event.data.episodeUuid, (title) => `Episode "${title}" was added.`);
    case 'EpisodeRefreshed':
      return ofEpisode(pool, event.data.episodeUuid, (title) => `Episode "${title}" was updated.`);
    case 'TranscriptActivated':
      return ofEpisode(pool, event.data.episodeUuid, (title) => `The transcript of "${title}" is here.`);
    case 'EntitiesExtracted':
      return ofEpisode(pool, event.data.episodeUuid, (title) => `The entities of "${title}" were found anew.`);
    case 'EntityTypeCreated':
      return plain(`Category "${event.data.displayName}" was created.`, []);
    case 'PatternAdded':
      return plain(`Search pattern "${event.data.pattern.name}" was added.`, [event.data.pattern.entityId]);
    case 'PatternEdited':
      return plain(`Search pattern "${event.data.to.name}" was changed.`, [event.data.to.entityId]);
    case 'PatternDeleted':
      return plain(`Search pattern "${event.data.pattern.name}" was deleted.`, [event.data.pattern.entityId]);
    case 'PatternsImported':
      return plain(`${event.data.patterns.length} search patterns were imported.`, []);
    default:
      return null;
  }
}

/** Many events of one kind from one call, as one line. */
export function bulkFact(type: string, count: number): Fact {
  const what: Readonly<Record<string, string>> = {
    SeriesAdded: 'series were added',
    SeriesRefreshed: 'series were updated',
    EpisodeAdded: 'episodes were added',
    EpisodeRefreshed: 'episodes were updated',
    TranscriptActivated: 'transcripts arrived',
    EntitiesExtracted: 'episodes had their entities found anew',
    PatternsImported: 'blocks of search patterns were imported',
  };

  return plain(`${count} ${what[type] ?? `events of type ${type} were recorded`}.`, []);
}

const plain = (sentence: string, entityIds: string[]): Fact => ({
  sentence,
  link: null,
  podcastUuid: null,
  episodeUuid: null,
  entityIds,
});

async function ofSeries(pool: Pool, seriesUuid: string, say: (name: string) => string): Promise<Fact> {
  const podcast = await findPodcast(pool, seriesUuid);

  return {
    ...plain(say(podcast?.name ?? 'A podcast'), []),
    link: podcast && `/podcasts/${encodeURIComponent(podcast.slug)}`,
    podcastUuid: seriesUuid,
  };
}

async function ofEpisode(pool: Pool, episodeUuid: string, say: (title: string) => string): Promise<Fact> {
  const found = await findEpisode(pool, null, episodeUuid);
  const podcast = found && (await findPodcast(pool, found.episode.podcastId));

  return {
    ...plain(say(found?.episode.title ?? 'unknown'), []),
    link: found && podcast && `/podcasts/${encodeURIComponent(podcast.slug)}/${encodeURIComponent(found.episode.slug)}`,
    podcastUuid: found?.episode.podcastId ?? null,
    episodeUuid,
  };
}
