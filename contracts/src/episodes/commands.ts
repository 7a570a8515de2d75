import { Command } from '../kit/command.ts';
import type { SeriesUuid } from '../series/values.ts';
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

/** Removes it until that is undone or it is added again. */
export interface RemoveEpisode {
  readonly type: 'RemoveEpisode';
  readonly episodeUuid: EpisodeUuid;
}

export type EpisodeCommand = PutEpisode | EditDescription | RemoveEpisode;

export class ChangeEpisode extends Command<EpisodeCommand> {}
