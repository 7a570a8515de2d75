import type { UploadId } from '@earmark/contracts/uploads';
import { runStep } from '../kit/process/step.ts';
import { failureOf, isOutage, waitOf } from '../kit/process/step-failure.ts';
import { Rejected } from '../kit/rejected.ts';
import type { Streams } from '../kit/streams.ts';
import { timeLimit } from '../kit/time-limit.ts';
import type { AssistantIndex } from './assistant-index.ts';
import { uploadContent, type UploadContent } from './upload-content.ts';
import { leftoversOf, type OpenUpload, type UploadState } from './upload.decider.ts';
import { UploadMoved, type UploadJournal } from './upload-journal.ts';

/** Attempts of an upload whose failures may pass. */
const ATTEMPTS = 6;
/** An upload during which the server has ended this often is given up: it may be the cause. */
const MOST_INTERRUPTIONS = 20;
/** How long a failed upload is given to take its file back. */
const CLEANING_MS = 30_000;

/** The name of the file of an upload, which is of no other library and no other upload. */
export const fileNameOf = (episodeUuid: string, uploadId: string): string => `${episodeUuid}.${uploadId}.md`;

export interface UploadParts {
  readonly streams: Streams;
  readonly index: AssistantIndex;
  readonly report: (line: string) => void;
  /** Before the second attempt; doubles. */
  readonly firstWaitMs: () => number;
}

/** What is done for one episode: its upload, or its removal. */
export class UploadWork {
  /** Ids of files that the service no longer has, to be recorded at the end. */
  private readonly removed = new Set<string>();
  /** A file may have been created whose id was lost on the way. */
  private isUnsure = false;

  constructor(
    private readonly parts: UploadParts,
    private readonly journal: UploadJournal,
    private readonly signal: AbortSignal,
  ) {}

  /** Null: it has ended. Else the failure, which was recorded. Throws UploadMoved, and what an outage throws. */
  async upload(): Promise<unknown> {
    const { journal, signal, parts } = this;
    const { episodeUuid } = journal;
    await journal.record({ type: 'Begin', episodeUuid });
    try {
      if (openOf(await journal.state()).attempts > MOST_INTERRUPTIONS)
        throw new Rejected('invalid', 'The server ended 20 times during this upload. Look for the cause in its log.');
      await runStep(async ({ signal: ending, attempt }) => this.attempt(attempt, ending), {
        signal,
        attempts: ATTEMPTS,
        waitMs: (error, attempt) => waitOf(error, attempt, parts.firstWaitMs()),
      });

      return null;
    } catch (error) {
      signal.throwIfAborted();
      // An outage of ours: the upload goes on when it is over.
      if (error instanceof UploadMoved || isOutage(error)) throw error;
      const failure = failureOf(error);
      if (failure.code === null) parts.report(`upload ${episodeUuid}: ${stackOf(error)}`);
      await this.takeBack();
      const message =
        failure.code === null ? 'The upload failed unexpectedly. The server log says why.' : failure.message;
      const data = { message, code: failure.code };
      await journal.record({ type: 'Fail', episodeUuid, data, removedFileIds: [...this.removed] });

      return error;
    }
  }

  /** Takes everything of the episode out of the index. */
  async remove(): Promise<void> {
    const { journal, signal, parts } = this;
    const { episodeUuid } = journal;
    try {
      await runStep(async ({ signal: ending }) => this.removeAll(ending), {
        signal,
        attempts: ATTEMPTS,
        waitMs: (error, attempt) => waitOf(error, attempt, parts.firstWaitMs()),
      });
    } catch (error) {
      signal.throwIfAborted();
      // One that may pass is tried again later; a refusal stays one, and the files are left over.
      if (!(error instanceof Rejected) || waitOf(error, 1, 0) !== null) throw error;
      parts.report(`upload ${episodeUuid}: files are left at OpenAI: ${error.message}`);
    }
    await journal.record({ type: 'CompleteRemoval', episodeUuid, removedFileIds: [...this.removed] });
  }

  private async removeAll(signal: AbortSignal): Promise<void> {
    const state = await this.journal.state();
    const needed = new Set(
      [...state.uploaded].flatMap(([index, { fileId }]) => (state.removing.has(index) ? [] : fileId)),
    );
    for (const fileId of state.files.keys()) if (!needed.has(fileId)) await this.removeFile(state, fileId, signal);
    if (state.unsure.size > 0) await this.removeUnknown([...state.unsure], signal);
  }

  private async attempt(attempt: number, signal: AbortSignal): Promise<void> {
    const { journal, parts } = this;
    const { episodeUuid } = journal;
    const state = await journal.state();
    const open = openOf(state);
    if (open.index === 'openai') await this.cleanUp(state, attempt, signal);
    const content = await uploadContent(parts.streams, episodeUuid);
    const { contentHash, versionId, transcriptRevision } = content;
    const vectorStoreId = open.index === 'own' ? null : await this.vectorStore(signal);
    const before = state.uploaded.get(open.index);
    if (before && (await this.isCurrent(before, { contentHash, vectorStoreId }, signal)))
      return journal.record({ type: 'Confirm', episodeUuid, data: { contentHash, versionId, transcriptRevision } });
    const fileId = vectorStoreId === null ? null : await this.createFile(open, content, vectorStoreId, signal);
    if (before && before.fileId !== null) await this.removeFile(state, before.fileId, signal);
    await journal.record({
      type: 'Complete',
      episodeUuid,
      data: { contentHash, versionId, transcriptRevision, vectorStoreId, fileId },
      removedFileIds: [...this.removed],
    });
  }

  private async createFile(
    { uploadId }: OpenUpload,
    { text, attributes }: UploadContent,
    vectorStoreId: string,
    signal: AbortSignal,
  ): Promise<string> {
    const { stores } = this.parts.index;
    const { episodeUuid } = this.journal;
    this.isUnsure = true;
    const fileId = await stores.createFile(fileNameOf(episodeUuid, uploadId), text, signal);
    await this.journal.record({ type: 'CreateFile', episodeUuid, data: { vectorStoreId, fileId } });
    this.isUnsure = false;
    await stores.attach({ fileId, vectorStoreId }, attributes, signal);

    return fileId;
  }

  private async isCurrent(
    before: { contentHash: string; vectorStoreId: string | null; fileId: string | null },
    now: { contentHash: string; vectorStoreId: string | null },
    signal: AbortSignal,
  ): Promise<boolean> {
    if (before.contentHash !== now.contentHash || before.vectorStoreId !== now.vectorStoreId) return false;
    const { fileId, vectorStoreId } = before;

    return (
      fileId === null || vectorStoreId === null || this.parts.index.stores.hasFile({ fileId, vectorStoreId }, signal)
    );
  }

  /** That of the index; the first upload of all creates it. */
  private async vectorStore(signal: AbortSignal): Promise<string> {
    const { index } = this.parts;
    const { vectorStoreId } = await index.choose();
    if (vectorStoreId !== null) return vectorStoreId;
    const { place } = await index.initialise(this.journal.context, signal);
    if (place.vectorStoreId === null) throw new Rejected('not-configured', 'The index of the assistant was changed.');

    return place.vectorStoreId;
  }

  /** Removes what earlier attempts have left at the service. */
  private async cleanUp(state: UploadState, attempt: number, signal: AbortSignal): Promise<void> {
    for (const fileId of leftoversOf(state)) await this.removeFile(state, fileId, signal);
    const { uploadId, attempts } = openOf(state);
    const isInterrupted = attempts > 1 && attempt === 1;
    const others = [...state.unsure].filter((id) => id !== uploadId);
    if (isInterrupted || this.isUnsure || others.length > 0) await this.removeUnknown([uploadId, ...others], signal);
    this.isUnsure = false;
  }

  /** Removes files by their names: their ids never reached the log. */
  private async removeUnknown(uploadIds: readonly UploadId[], signal: AbortSignal): Promise<void> {
    const { stores } = this.parts.index;
    const state = await this.journal.state();
    const names = new Set(uploadIds.map((id) => fileNameOf(this.journal.episodeUuid, id)));
    for (const { id } of await stores.listFiles((name) => names.has(name), signal)) {
      if (state.files.has(id) && !leftoversOf(state).includes(id)) continue;
      await this.removeFile(state, id, signal);
    }
  }

  private async removeFile({ files }: UploadState, fileId: string, signal: AbortSignal): Promise<void> {
    if (this.removed.has(fileId)) return;
    await this.parts.index.stores.remove(fileId, files.get(fileId) ?? null, signal);
    this.removed.add(fileId);
  }

  /** A file that failed is of no use. What cannot be removed now, the next upload removes. */
  private async takeBack(): Promise<void> {
    const state = await this.journal.state();
    if (openOf(state).index === 'own') return;
    const signal = AbortSignal.any([this.signal, timeLimit(CLEANING_MS)]);
    try {
      for (const fileId of leftoversOf(state)) await this.removeFile(state, fileId, signal);
      if (this.isUnsure) await this.removeUnknown([openOf(state).uploadId], signal);
    } catch (error) {
      this.signal.throwIfAborted();
      if (isOutage(error)) throw error;
      this.parts.report(
        `upload ${this.journal.episodeUuid}: a file may be left at OpenAI: ${failureOf(error).message}`,
      );
    }
  }
}

function openOf({ open }: UploadState): OpenUpload {
  if (open === null) throw new Error('no upload is open');

  return open;
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
