import type { EntityId } from '../vocabulary/values.ts';
import type { EpisodeUuid } from '../episodes/values.ts';
import { Command } from '../kit/command.ts';
import type { Outcome } from '../kit/outcome.ts';

/** Matches the episode against the current vocabulary. Refused: episode-unknown; invalid when it has no transcript. */
export class RefreshEntities extends Command<{ readonly episodeUuid: EpisodeUuid }> {}

/** An entity as the episode lists it. */
export interface ListedEntity {
  readonly id: EntityId;
  readonly name: string;
  /** The category's name. */
  readonly type: string;
  readonly url: string | null;
}

/** An entity as the editor sends it. */
export interface WrittenEntity {
  readonly id?: string | null | undefined;
  readonly name: string;
  readonly type: string;
  /** Undefined: unchanged. */
  readonly url?: string | null | undefined;
  readonly iconName?: string | null | undefined;
  readonly colorClass?: string | null | undefined;
}

export interface EntityList {
  readonly episodeUuid: EpisodeUuid;
  readonly written: readonly WrittenEntity[];
  /** Whether added names become patterns. */
  readonly learns: boolean;
  /** `base` is what the editor loaded, `listed` what the episode's entity stream holds at `revision`. */
  readonly base: readonly ListedEntity[];
  /** Ids of entities that the editor may not have been shown, although they are in `base`: it cannot remove them. */
  readonly unsure: ReadonlySet<string>;
  readonly listed: readonly ListedEntity[];
  readonly revision: number;
}

/**
 * Saves the list as its differences from what the editor loaded. Answers null when the stream has moved past
 * `revision`: load both lists and try again. Refused: invalid, pattern-without-characters, episode-unknown, entity-exists, edit-conflict.
 */
export class SaveEntities extends Command<EntityList, SavedEntities | null> {}

export interface SavedEntities {
  /** What was recorded in the vocabulary and in the episode's entity stream. */
  readonly outcome: Outcome;
  /** Revision of the episode's entity stream after the save. */
  readonly revision: number;
}
