import {
  listCitedSegments,
  listEpisodeNames,
  listPodcastNames,
  type CitedSegment,
  type Db,
} from '@earmark/projections/queries';

type EpisodeOf = Awaited<ReturnType<typeof listEpisodeNames>> extends Map<string, infer Value> ? Value : never;
type PodcastOf = Awaited<ReturnType<typeof listPodcastNames>> extends Map<string, infer Value> ? Value : never;

export interface Cited {
  readonly episodeUuid: string;
  readonly segmentIds: readonly string[];
}

const keyOf = (episodeUuid: string, segmentId: string): string => `${episodeUuid} ${segmentId}`;

/** Segments as they are shown, with their episodes and podcasts: read once for an answer, however many statements it has. */
export class KnownPassages {
  private readonly segments = new Map<string, CitedSegment | null>();
  private readonly episodes = new Map<string, EpisodeOf | null>();
  private readonly podcasts = new Map<string, PodcastOf | null>();

  /** Reads what is not known yet. */
  async know(db: Db, all: readonly Cited[]): Promise<void> {
    const segments = all
      .flatMap(({ episodeUuid, segmentIds }) => segmentIds.map((segmentId) => ({ episodeUuid, segmentId })))
      .filter(({ episodeUuid, segmentId }) => !this.segments.has(keyOf(episodeUuid, segmentId)));
    for (const { episodeUuid, segmentId } of segments) this.segments.set(keyOf(episodeUuid, segmentId), null);
    for (const segment of await listCitedSegments(db, segments))
      this.segments.set(keyOf(segment.episodeUuid, segment.segmentId), segment);
    const episodes = unknown(
      this.episodes,
      all.map(({ episodeUuid }) => episodeUuid),
    );
    for (const [uuid, episode] of await listEpisodeNames(db, episodes)) this.episodes.set(uuid, episode);
    const podcasts = unknown(
      this.podcasts,
      [...this.episodes.values()].flatMap((episode) => episode?.seriesUuid ?? []),
    );
    for (const [uuid, podcast] of await listPodcastNames(db, podcasts)) this.podcasts.set(uuid, podcast);
  }

  /** Those that there are, in the order of the transcript. */
  segmentsOf({ episodeUuid, segmentIds }: Cited): CitedSegment[] {
    return segmentIds
      .flatMap((segmentId) => this.segments.get(keyOf(episodeUuid, segmentId)) ?? [])
      .sort((a, b) => (a.orderKey < b.orderKey ? -1 : 1));
  }

  /** Null: the episode is not there any more. */
  placeOf(episodeUuid: string): { episode: EpisodeOf; podcast: PodcastOf } | null {
    const episode = this.episodes.get(episodeUuid) ?? null;
    const podcast = episode && (this.podcasts.get(episode.seriesUuid) ?? null);

    return episode === null || podcast === null ? null : { episode, podcast };
  }
}

/** The ids that are not in the map, which from now on has them with null. */
function unknown(known: Map<string, unknown>, ids: readonly string[]): string[] {
  const missing = [...new Set(ids)].filter((id) => !known.has(id));
  for (const id of missing) known.set(id, null);

  return missing;
}
