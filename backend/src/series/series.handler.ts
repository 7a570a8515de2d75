import { episode, type PutEpisode } from '../episodes/episode.decider.ts';
import type { Context } from '../kit/context.ts';
import type { Outcome, Streams } from '../kit/streams.ts';
import { series, type PutSeries } from './series.decider.ts';

/** The catalogue: series and their episodes. */
export class SeriesHandler {
  constructor(private readonly streams: Streams) {}

  async putSeries(command: PutSeries, context: Context): Promise<Outcome> {
    return this.streams.decide(series, command.seriesUuid, command, context);
  }

  async putEpisode(command: PutEpisode, context: Context): Promise<Outcome> {
    return this.streams.decide(episode, command.episodeUuid, { type: 'PutEpisode', ...command }, context);
  }
}
