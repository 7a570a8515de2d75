import type { EpisodeUuid } from '../episodes/values.ts';
import { Command } from '../kit/command.ts';
import type { UploadRemovalRequested } from './events.ts';
import type { TranscriptIndex, UploadId } from './values.ts';

/** The name of the only stream of its category. */
export const INDEX_STREAM = 'main';

/**
 * Queues the upload of an episode's transcript, or answers the one that is open. Refused: episode-unknown,
 * episode-removed, series-removed, transcript-not-ready.
 */
export class RequestUpload extends Command<
  { readonly episodeUuid: EpisodeUuid; readonly batchId: string | null },
  { readonly uploadId: UploadId; readonly isNew: boolean; readonly position: bigint | null }
> {}

/** Takes an episode out of the index. Does nothing when it is not in it. */
export class RemoveUpload extends Command<{
  readonly episodeUuid: EpisodeUuid;
  readonly reason: (typeof UploadRemovalRequested.schema)['_output']['reason'];
}> {}

/**
 * Uploads an episode that is back after a removal, which had taken it out of the index, if it shows the same transcript
 * again. Otherwise does nothing. Refused: stream-busy.
 */
export class RestoreUpload extends Command<{ readonly episodeUuid: EpisodeUuid }> {}

/**
 * Makes the index ready: for OpenAI, a vector store that exists. Also removes files that interruptions have left there.
 * Refused: not-configured, outside-refused, upstream-…, outside-slow.
 */
export class InitializeIndex extends Command<
  Record<string, never>,
  {
    readonly index: TranscriptIndex;
    /** Null: our own index. */
    readonly vectorStoreId: string | null;
    /** A sentence. */
    readonly details: string;
    readonly position: bigint | null;
  }
> {}
