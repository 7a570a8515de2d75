import { z } from 'zod';
import { AnyUuid } from '../kit/uuid.ts';

/** One attempt to bring a transcript into the assistant's index, from its request to its end. */
export const UploadId = AnyUuid.brand('UploadId');
export type UploadId = z.infer<typeof UploadId>;

/** What the assistant searches: the passages in our own tables, or a vector store of OpenAI. */
export const TranscriptIndex = z.enum(['own', 'openai']);
export type TranscriptIndex = z.infer<typeof TranscriptIndex>;

/** `not_ready`: there is no transcript, which people see as "Unknown". */
export const UploadStatus = z.enum(['ready', 'uploaded', 'needs_speaker_update', 'error', 'not_ready']);
export type UploadStatus = z.infer<typeof UploadStatus>;
