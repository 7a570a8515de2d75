import { ChangeEpisode } from '@earmark/contracts/episodes';
import type { Outcome } from '@earmark/contracts/kit';
import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '../kit/commands.ts';
import { Streams } from '../kit/streams.ts';
import { episode } from './episode.decider.ts';
import { refuseInRemoved } from './present-episode.ts';

@CommandHandler(ChangeEpisode)
export class ChangeEpisodeHandler implements Handles<ChangeEpisode> {
  constructor(private readonly streams: Streams) {}

  async execute({ command, context }: ChangeEpisode): Promise<Outcome> {
    const { state } = await this.streams.read(episode, command.episodeUuid);
    const seriesUuid = state.seriesUuid ?? ('seriesUuid' in command ? command.seriesUuid : null);
    if (seriesUuid !== null) await refuseInRemoved(this.streams, seriesUuid);

    return this.streams.decide(episode, command.episodeUuid, command, context);
  }
}
