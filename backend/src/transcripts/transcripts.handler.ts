import type { Outcome } from '@earmark/contracts/kit';
import { SaveTranscript } from '@earmark/contracts/transcripts';
import { CommandHandler } from '@nestjs/cqrs';
import { getPresentEpisode } from '../episodes/present-episode.ts';
import type { Handles } from '../kit/commands.ts';
import { metadataBytesOf } from '../kit/context.ts';
import { Streams } from '../kit/streams.ts';
import { pinForTranscript } from '../vocabulary/pins.ts';
import { saveTranscript } from './save-transcript.ts';
import { transcript } from './transcript.decider.ts';

@CommandHandler(SaveTranscript)
export class SaveTranscriptHandler implements Handles<SaveTranscript> {
  constructor(private readonly streams: Streams) {}

  async execute({ command, context }: SaveTranscript): Promise<{ outcome: Outcome; changes: number }> {
    const { episodeUuid, segments: written, baseRevision } = command;
    await getPresentEpisode(this.streams, episodeUuid);
    const metadataBytes = metadataBytesOf(context);
    const { outcome, result } = await this.streams.changeWith(
      transcript,
      episodeUuid,
      async (revision) => {
        const [pin, base] = await Promise.all([
          pinForTranscript(this.streams.log, episodeUuid),
          // Usually the base is the current state, which the rule gets anyway.
          baseRevision === null || baseRevision === revision
            ? null
            : this.streams.readAt(transcript, episodeUuid, baseRevision),
        ]);
        return { pin, base };
      },
      (now, { pin, base }) => saveTranscript(now, { episodeUuid, written, base: base ?? now, pin, metadataBytes }),
      context,
    );

    return { outcome, changes: result };
  }
}
