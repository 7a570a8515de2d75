import { Command } from '../kit/command.ts';
import type { SeriesUuid } from '../series/values.ts';
import type { VersionId } from '../transcripts/values.ts';
import type { EpisodeFacts } from './events.ts';
import type { EpisodeUuid } from './values.ts';

/** Adds an episode or updates a known one. */
export interface PutEpisode {
  readonly type: 'PutEpisode';
  readonly episodeUuid: EpisodeUuid;
  readonly seriesUuid: SeriesUuid;
  readonly guid: string | null;
  readonly facts: EpisodeFacts;
  /** Whether a removed episode comes back; otherwise it is refused. */
  readonly restores?: boolean;
}

/** Edits the description by hand. */
export interface EditDescription {
  readonly type: 'EditDescription';
  readonly episodeUuid: EpisodeUuid;
  /** Sanitised; null: none. */
  readonly description: string | null;
  /** What the editor loaded; left out: the current description. */
  readonly base?: string | null;
}

/** Says that the transcript is finished. Changes nothing when it is marked with this version. */
export interface MarkTranscribed {
  readonly type: 'MarkTranscribed';
  readonly episodeUuid: EpisodeUuid;
  readonly versionId: VersionId;
}

/** Removes it until that is undone or it is added again. */
export interface RemoveEpisode {
  readonly type: 'RemoveEpisode';
  readonly episodeUuid: EpisodeUuid;
}

export type EpisodeCommand = PutEpisode | EditDescription | MarkTranscribed | RemoveEpisode;

export class ChangeEpisode extends Command<EpisodeCommand> {}
