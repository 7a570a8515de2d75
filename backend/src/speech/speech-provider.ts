import type { EpisodeFacts, EpisodeUuid } from '@earmark/contracts/episodes';
import type { JobBook, SpeechProvider as SpeechProviderName, Transcription } from '@earmark/contracts/speech';

/** An episode to transcribe. */
export interface SpeechOrder {
  readonly episodeUuid: EpisodeUuid;
  readonly facts: EpisodeFacts;
  /** Of the podcast, such as `en`; null: unknown. */
  readonly language: string | null;
  readonly jobs: JobBook;
  readonly onProgress: (sentence: string, jobId: string | null) => void;
  readonly signal: AbortSignal;
}

export interface Transcribed extends Transcription {
  readonly warnings: readonly string[];
}

/** Whatever turns an episode into a transcript. */
export interface SpeechProvider {
  readonly name: SpeechProviderName;
  /** Null: it has none. */
  readonly model: string | null;
  /** Environment variables that must be set before it can be used. */
  readonly missing: readonly string[];
  /** Throws Rejected; see TranscribeEpisode. */
  transcribe(order: SpeechOrder): Promise<Transcribed>;
  /** Calls the service as cheaply as possible, and says in a sentence what it found. Throws Rejected. */
  check(): Promise<string>;
}
