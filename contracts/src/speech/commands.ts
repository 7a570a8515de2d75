import type { EpisodeUuid } from '../episodes/values.ts';
import type { FileRef } from '../files/values.ts';
import { Command } from '../kit/command.ts';
import type { Transcription } from './values.ts';

/** What services have been asked to do so far, as the run's stream knows it, so that a restart asks for nothing twice. */
export interface JobBook {
  /** `key`: the part of the work, unique in the run. Null: nothing was ordered. */
  find(key: string): { readonly jobId: string; readonly answer: FileRef | null } | null;
  /** Must be recorded as soon as the service has accepted the job. */
  ordered(key: string, service: string, jobId: string): Promise<void>;
  answered(key: string, answer: FileRef): Promise<void>;
}

export interface EpisodeToTranscribe {
  readonly episodeUuid: EpisodeUuid;
  /** Takes the publisher's transcript and asks no service. Default: false. */
  readonly onlyPublished?: boolean;
  readonly jobs: JobBook;
  /** `jobId`: of the service, or our own where it has none. */
  readonly onProgress: (sentence: string, jobId: string | null) => void;
  readonly signal: AbortSignal;
}

/**
 * Has an episode transcribed by the configured provider and stores the answers. Refused with a sentence that says what an
 * operator can do; the codes in PASSING_ERRORS are worth another attempt.
 */
export class TranscribeEpisode extends Command<
  EpisodeToTranscribe,
  Transcription & { readonly sentence: string; readonly warnings: readonly string[] }
> {}
