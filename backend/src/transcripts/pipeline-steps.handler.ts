import { MapSpeakers, VerifyTimestamps, type StepReport } from '@earmark/contracts/transcripts';
import { CommandHandler } from '@nestjs/cqrs';
import { getPresentEpisode } from '../episodes/present-episode.ts';
import type { Handles } from '../kit/commands.ts';
import { Streams } from '../kit/streams.ts';
import { mapSpeakers } from './map-speakers.ts';
import { inOrder, recordedVersion, transcript } from './transcript.decider.ts';
import { verifyTimes } from './verify-times.ts';

@CommandHandler(MapSpeakers)
export class MapSpeakersHandler implements Handles<MapSpeakers> {
  constructor(private readonly streams: Streams) {}

  async execute({ command, context }: MapSpeakers): Promise<StepReport> {
    const { episodeUuid, versionId } = command;
    await getPresentEpisode(this.streams, episodeUuid);
    const { outcome, result } = await this.streams.change(
      transcript,
      episodeUuid,
      (state) => ({ events: [], result: mapSpeakers(recordedVersion(state, versionId)) }),
      context,
    );

    return { outcome, ...result };
  }
}

@CommandHandler(VerifyTimestamps)
export class VerifyTimestampsHandler implements Handles<VerifyTimestamps> {
  constructor(private readonly streams: Streams) {}

  async execute({ command, context }: VerifyTimestamps): Promise<StepReport> {
    const { episodeUuid, versionId } = command;
    await getPresentEpisode(this.streams, episodeUuid);
    const { outcome, result } = await this.streams.change(
      transcript,
      episodeUuid,
      (state) => ({ events: [], result: verifyTimes(inOrder(recordedVersion(state, versionId))) }),
      context,
    );

    return { outcome, ...result };
  }
}
