import { z } from 'zod';
import { FileRef } from '../files/values.ts';

/** The sound that was transcribed. The same address may serve other sound later, with other advertisements. */
export const AudioFacts = z.object({
  url: z.string(),
  bytes: z.number().int().min(0),
  sha256: z.string(),
  /** Null: not known. */
  durationMs: z.number().int().min(0).nullable(),
});
export type AudioFacts = z.infer<typeof AudioFacts>;

export const SPEECH_PROVIDERS = [
  'publisher',
  'openai',
  'openai-compatible',
  'replicate',
  'deepgram',
  'assemblyai',
] as const;
export const SpeechProvider = z.enum(SPEECH_PROVIDERS);
export type SpeechProvider = z.infer<typeof SpeechProvider>;

/** What the transcription of an episode gave. */
export const Transcription = z.object({
  provider: SpeechProvider,
  /** Null: the publisher's own transcript. */
  model: z.string().nullable(),
  /** In a format that the transcript reader knows: the answer of the service, or its parts joined. */
  transcript: FileRef,
  /** The answers as the service gave them, one per part; the same file when there is one. */
  answers: z.array(FileRef),
  /** Null: the publisher's own transcript, for which no sound was read. */
  audio: AudioFacts.nullable(),
});
export type Transcription = z.infer<typeof Transcription>;
