import { CarryOverCorrections } from '@earmark/contracts/transcripts';
import type { ResultOf } from '@earmark/contracts/kit';
import { CommandHandler } from '@nestjs/cqrs';
import { getPresentEpisode } from '../episodes/present-episode.ts';
import type { Handles } from '../kit/commands.ts';
import { Streams } from '../kit/streams.ts';
import { handwork, shownVersion, transcript } from '../transcripts/transcript.decider.ts';

@CommandHandler(CarryOverCorrections)
export class CarryOverCorrectionsHandler implements Handles<CarryOverCorrections> {
  constructor(private readonly streams: Streams) {}

  async execute({ command }: CarryOverCorrections): Promise<ResultOf<CarryOverCorrections>> {
    const { episodeUuid, versionId } = command;
    await getPresentEpisode(this.streams, episodeUuid);
    const { state } = await this.streams.read(transcript, episodeUuid);
    const shown = shownVersion(state);
    if (shown === null || state.active === versionId || handwork(shown) === null)
      return { placed: 0, asked: 0, obsolete: 0 };

    return { placed: 0, asked: Math.max(1, shown.edits.size), obsolete: 0 };
  }
}
