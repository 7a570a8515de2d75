import { ChangeEpisode } from '@earmark/contracts/episodes';
import type { FeedToImport, SeriesUuid } from '@earmark/contracts/series';
import { Injectable } from '@nestjs/common';
import type { Feed, FeedEpisode } from '../feeds/read-feed.ts';
import { Commands } from '../kit/commands.ts';
import { Rejected } from '../kit/rejected.ts';
import type { Change, Importing } from './feed-report.ts';
import { OfferedTranscripts } from './offered-transcripts.ts';

type OneEpisode = Extract<FeedToImport['part'], object>;

/** Adds or updates the episodes of a feed. */
@Injectable()
export class EpisodeImport {
  constructor(
    private readonly commands: Commands,
    private readonly transcripts: OfferedTranscripts,
  ) {}

  /** One that was asked for, which brings it back if it was removed, with its transcript. */
  async importOne(feed: Feed, { episodeUuid, audioUrl }: OneEpisode, importing: Importing): Promise<Change> {
    const episode =
      feed.episodes.find(({ uuid }) => uuid === episodeUuid) ??
      feed.episodes.find(({ facts }) => facts.audioUrl !== null && facts.audioUrl === audioUrl);
    if (!episode)
      throw new Rejected('episode-unknown', `The feed of "${feed.series.facts.name}" no longer has this episode.`);

    const change = await this.put(episode, feed.series.uuid, true, importing);
    await this.transcripts.import(feed.series, [episode], importing);

    return change;
  }

  /** Returns those that are here afterwards: one that was removed stays away until an admin brings it back. */
  async importMany(
    { uuid, facts: { name } }: Feed['series'],
    episodes: readonly FeedEpisode[],
    importing: Importing,
  ): Promise<FeedEpisode[]> {
    const { report, onProgress, signal } = importing;
    const present: FeedEpisode[] = [];
    for (const [index, episode] of episodes.entries()) {
      signal?.throwIfAborted();
      onProgress(`${name}: ${index} of ${episodes.length} episodes`);
      const types = await this.putUnlessRemoved(episode, uuid, importing);
      if (types === null) continue;
      present.push(episode);
      if (types.length === 0) report.unchanged++;
      else if (types.includes('EpisodeAdded')) report.episodes++;
      else report.episodesChanged++;
    }

    return present;
  }

  /** The types of the events; null for an episode that was removed. */
  private async putUnlessRemoved(
    episode: FeedEpisode,
    seriesUuid: SeriesUuid,
    importing: Importing,
  ): Promise<readonly string[] | null> {
    try {
      return (await this.put(episode, seriesUuid, false, importing)).outcome.types;
    } catch (error) {
      if (!(error instanceof Rejected) || error.code !== 'episode-removed') throw error;
      const { report } = importing;
      report.skipped = [...report.skipped, { what: episode.facts.title, reason: error.message }];
      return null;
    }
  }

  /** `restores`: whether it comes back if it was removed; otherwise throws Rejected `episode-removed`. */
  private async put(
    { uuid, guid, facts }: FeedEpisode,
    seriesUuid: SeriesUuid,
    restores: boolean,
    { context, recorded }: Importing,
  ): Promise<Change> {
    const order = { type: 'PutEpisode', episodeUuid: uuid, seriesUuid, guid, facts, restores } as const;

    return { uuid, name: facts.title, outcome: recorded(await this.commands.send(new ChangeEpisode(order, context))) };
  }
}
