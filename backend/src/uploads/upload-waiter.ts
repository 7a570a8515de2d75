import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { uploadEvents, type UploadEvent, type UploadId } from '@earmark/contracts/uploads';
import { eventDecoder } from '@earmark/contracts/kit';
import { Inject, Injectable } from '@nestjs/common';
import { REPORT, type Report } from '../kit/core.ts';
import { StreamFeed } from '../kit/process/stream-feed.ts';
import { Streams } from '../kit/streams.ts';
import { upload } from './upload.decider.ts';

export type UploadEnd = Extract<
  UploadEvent,
  { type: 'TranscriptUploaded' | 'UploadConfirmed' | 'UploadFailed' | 'UploadWithdrawn' }
>;

const decode = eventDecoder(uploadEvents);

/** Waits for the end of single uploads, whichever server does them. */
@Injectable()
export class UploadWaiter {
  private readonly feed: StreamFeed;

  constructor(
    private readonly streams: Streams,
    @Inject(REPORT) report: Report,
  ) {
    this.feed = new StreamFeed(streams.log, report);
  }

  /** With the position of its event. Null: the signal was aborted first. */
  async end(
    episodeUuid: EpisodeUuid,
    uploadId: UploadId,
    signal: AbortSignal,
  ): Promise<{ end: UploadEnd; position: bigint } | null> {
    for await (const recorded of this.feed.follow(`${upload.category}-${episodeUuid}`, 0, signal)) {
      const event = decode(recorded);
      if (isEnd(event) && event.data.uploadId === uploadId) return { end: event, position: recorded.position };
    }

    return null;
  }

  /** How the upload is described to the operator. */
  sentenceOf(end: UploadEnd): { success: boolean; message: string; details: string } {
    switch (end.type) {
      case 'TranscriptUploaded':
        return {
          success: true,
          message: 'Transcript uploaded',
          details:
            end.data.vectorStoreId === null
              ? 'The assistant answers from this transcript now.'
              : `OpenAI has it as ${end.data.fileId} in ${end.data.vectorStoreId}.`,
        };
      case 'UploadConfirmed':
        return { success: true, message: 'Already up to date', details: 'The assistant has this transcript as it is.' };
      case 'UploadFailed':
      case 'UploadWithdrawn':
        return { success: false, message: 'Upload failed', details: end.data.message };
    }
  }
}

const ENDS: readonly string[] = ['TranscriptUploaded', 'UploadConfirmed', 'UploadFailed', 'UploadWithdrawn'];
const isEnd = (event: UploadEvent): event is UploadEnd => ENDS.includes(event.type);
