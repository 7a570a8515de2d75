import { randomUUID } from 'node:crypto';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Outcome, ResultOf } from '@earmark/contracts/kit';
import { InitializeIndex, RemoveUpload, RequestUpload, RestoreUpload, UploadId } from '@earmark/contracts/uploads';
import { CommandHandler } from '@nestjs/cqrs';
import { episode } from '../episodes/episode.decider.ts';
import { getPresentEpisode } from '../episodes/present-episode.ts';
import type { Handles } from '../kit/commands.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { timeLimit } from '../kit/time-limit.ts';
import { transcript } from '../transcripts/transcript.decider.ts';
import { AssistantIndex } from './assistant-index.ts';
import { LeftoverFiles } from './leftover-files.ts';
import { uploadContent } from './upload-content.ts';
import { upload } from './upload.decider.ts';

@CommandHandler(RequestUpload)
export class RequestUploadHandler implements Handles<RequestUpload> {
  constructor(
    private readonly streams: Streams,
    private readonly index: AssistantIndex,
  ) {}

  async execute({ command: { episodeUuid, batchId }, context }: RequestUpload): Promise<ResultOf<RequestUpload>> {
    await getPresentEpisode(this.streams, episodeUuid);
    // Of many, each is checked when its turn comes.
    if (batchId === null) await uploadContent(this.streams, episodeUuid);
    const { seriesUuid } = (await this.streams.read(episode, episodeUuid)).state;
    const { index } = await this.index.choose();
    const uploadId = UploadId.parse(randomUUID());
    const order = { type: 'Request' as const, episodeUuid, seriesUuid: seriesUuid!, uploadId, index, batchId };
    const { outcome, result } = await this.streams.change(
      upload,
      episodeUuid,
      (state) => ({ events: upload.decide(state, order), result: state.open?.uploadId ?? null }),
      context,
    );

    return { uploadId: result ?? uploadId, isNew: result === null, position: outcome.position };
  }
}

@CommandHandler(RemoveUpload)
export class RemoveUploadHandler implements Handles<RemoveUpload> {
  constructor(private readonly streams: Streams) {}

  async execute({ command: { episodeUuid, reason }, context }: RemoveUpload): Promise<Outcome> {
    return this.streams.decide(upload, episodeUuid, { type: 'RequestRemoval', episodeUuid, reason }, context);
  }
}

@CommandHandler(RestoreUpload)
export class RestoreUploadHandler implements Handles<RestoreUpload> {
  constructor(
    private readonly streams: Streams,
    private readonly index: AssistantIndex,
  ) {}

  async execute({ command: { episodeUuid }, context }: RestoreUpload): Promise<Outcome> {
    const { state, revision } = await this.streams.read(upload, episodeUuid);
    // Nearly always, as every transcript that is activated asks.
    if (state.lost.size === 0) return { position: null, types: [], eventIds: [], revision };
    const place = await this.index.choose();
    const versionId = (await isPresent(this.streams, episodeUuid))
      ? (await this.streams.read(transcript, episodeUuid)).state.active
      : null;
    const uploadId = UploadId.parse(randomUUID());

    return this.streams.decide(
      upload,
      episodeUuid,
      { type: 'Restore', episodeUuid, uploadId, place, versionId },
      context,
    );
  }
}

/** False also while its podcast is removed. */
async function isPresent(streams: Streams, episodeUuid: EpisodeUuid): Promise<boolean> {
  try {
    await getPresentEpisode(streams, episodeUuid);

    return true;
  } catch (error) {
    if (error instanceof Rejected) return false;
    throw error;
  }
}

/** How long looking for a store and for leftover files may take. */
const LONGEST_MS = 5 * 60_000;

@CommandHandler(InitializeIndex)
export class InitializeIndexHandler implements Handles<InitializeIndex> {
  constructor(
    private readonly index: AssistantIndex,
    private readonly leftovers: LeftoverFiles,
  ) {}

  async execute({ context }: InitializeIndex): Promise<ResultOf<InitializeIndex>> {
    const signal = timeLimit(LONGEST_MS);
    const { place, details, position } = await this.index.initialise(context, signal);
    const removed = place.index === 'openai' ? await this.leftovers.sweep(context, signal) : 0;
    const more =
      removed === 0 ? '' : ` ${removed === 1 ? 'One leftover file was' : `${removed} leftover files were`} removed.`;

    return { ...place, details: `${details}${more}`, position };
  }
}
