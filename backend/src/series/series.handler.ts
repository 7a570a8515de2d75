import { episode, type PutEpisode } from '../episodes/episode.decider.ts';
import type { Context } from '../kit/context.ts';
import { Streams, type Outcome } from '../kit/streams.ts';
import { series, type PutSeries } from './series.decider.ts';
import { Injectable } from '@nestjs/common';

/** The catalogue: series and their episodes. */
@Injectable()
export class SeriesHandler {
  constructor(private readonly streams: Streams) {}

  async putSeries(command: PutSeries, context: Context): Promise<Outcome> {
    return this.streams.decide(series, command.seriesUuid, command, context);
  }

  async putEpisode(command: PutEpisode, context: Context): Promise<Outcome> {
    return this.streams.decide(episode, command.episodeUuid, { type: 'PutEpisode', ...command }, context);
  }
}
