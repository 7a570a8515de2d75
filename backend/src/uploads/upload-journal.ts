import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Context } from '@earmark/contracts/kit';
import type { Streams } from '../kit/streams.ts';
import { upload, type UploadCommand, type UploadState } from './upload.decider.ts';

/** Somebody else has written to the stream: the episode was removed, or another server continues the upload. */
export class UploadMoved extends Error {
  constructor(episodeUuid: string) {
    super(`the upload of ${episodeUuid} was changed by somebody else`);
    this.name = 'UploadMoved';
  }
}

/** The stream of an episode's uploads, for the one server that works on it: each event follows its previous one, or is not recorded. */
export class UploadJournal {
  constructor(
    private readonly streams: Streams,
    readonly episodeUuid: EpisodeUuid,
    private revision: number,
    readonly context: Context,
  ) {}

  async state(): Promise<UploadState> {
    return (await this.streams.read(upload, this.episodeUuid)).state;
  }

  /** Throws UploadMoved, and LogUnavailable. */
  async record(command: UploadCommand): Promise<void> {
    const { outcome } = await this.streams.change(
      upload,
      this.episodeUuid,
      (state, revision) => {
        if (revision !== this.revision) throw new UploadMoved(this.episodeUuid);
        return { events: upload.decide(state, command), result: null };
      },
      this.context,
    );
    this.revision = outcome.revision + outcome.eventIds.length;
  }
}
