import { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Context } from '@earmark/contracts/kit';
import { UploadId } from '@earmark/contracts/uploads';
import { Injectable } from '@nestjs/common';
import { Streams } from '../kit/streams.ts';
import { AssistantIndex } from './assistant-index.ts';
import { upload } from './upload.decider.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** As `fileNameOf` writes it. */
const FILE_NAME = new RegExp(`^(${UUID})\\.(${UUID})\\.md$`);

/** Files at OpenAI that interruptions have left there. */
@Injectable()
export class LeftoverFiles {
  constructor(
    private readonly streams: Streams,
    private readonly index: AssistantIndex,
  ) {}

  /** Removes those that uploads of this library have created and that nothing needs, and answers how many there were. */
  async sweep(context: Context, signal: AbortSignal): Promise<number> {
    const found = new Map<EpisodeUuid, { fileId: string; uploadId: UploadId }[]>();
    for (const { id: fileId, name } of await this.index.stores.listFiles((one) => FILE_NAME.test(one), signal)) {
      const [, episode, uploadId] = FILE_NAME.exec(name)!;
      const episodeUuid = EpisodeUuid.parse(episode);
      found.set(episodeUuid, [...(found.get(episodeUuid) ?? []), { fileId, uploadId: UploadId.parse(uploadId) }]);
    }
    let removed = 0;
    const stores = new Map<string, Promise<boolean>>();
    const isThere = async (storeId: string) => {
      const known = stores.get(storeId) ?? this.index.stores.hasStore(storeId, signal);
      stores.set(storeId, known);

      return known;
    };
    for (const [episodeUuid, files] of found)
      removed += await this.sweepEpisode({ episodeUuid, files, isThere, context, signal });

    return removed;
  }

  private async sweepEpisode({ episodeUuid, files, isThere, context, signal }: FoundFiles): Promise<number> {
    const { state } = await this.streams.read(upload, episodeUuid);
    // Whoever works on it cleans up.
    if (state.open !== null || state.removing.size > 0) return 0;
    const needed = new Set<string | null>();
    for (const { fileId, vectorStoreId } of state.uploaded.values())
      if (vectorStoreId !== null && (await isThere(vectorStoreId))) needed.add(fileId);
    const left = files.filter(({ fileId, uploadId }) => state.requested.has(uploadId) && !needed.has(fileId));
    for (const { fileId } of left) await this.index.stores.remove(fileId, state.files.get(fileId) ?? null, signal);
    if (left.length > 0)
      await this.streams.decide(
        upload,
        episodeUuid,
        { type: 'RemoveLeftovers', episodeUuid, removedFileIds: left.map(({ fileId }) => fileId) },
        context,
      );

    return left.length;
  }
}

interface FoundFiles {
  readonly episodeUuid: EpisodeUuid;
  readonly files: readonly { readonly fileId: string; readonly uploadId: UploadId }[];
  /** Whether a vector store still exists. */
  readonly isThere: (vectorStoreId: string) => Promise<boolean>;
  readonly context: Context;
  readonly signal: AbortSignal;
}
