import type { EpisodeUuid } from '../episodes/values.ts';
import { Command } from '../kit/command.ts';
import type { Outcome } from '../kit/outcome.ts';

/** Finds the episode's entities by the current vocabulary. Refused: episode-unknown, invalid for one without a transcript. */
export class RefreshEntities extends Command<{ readonly episodeUuid: EpisodeUuid }> {}

/** An entity as the episode lists it. */
export interface ListedEntity {
  readonly id: string;
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
  /** Undefined: as it is. */
  readonly url?: string | null | undefined;
  readonly iconName?: string | null | undefined;
  readonly colorClass?: string | null | undefined;
}

export interface EntityList {
  readonly episodeUuid: EpisodeUuid;
  readonly written: readonly WrittenEntity[];
  /** Whether names that were added become patterns. */
  readonly learns: boolean;
  /** What the editor loaded, and what is listed at `revision` of the episode's stream of entities. */
  readonly base: readonly ListedEntity[];
  readonly listed: readonly ListedEntity[];
  readonly revision: number;
}

/**
 * Saves the whole list as the differences from what the editor loaded. Answers null when the stream has gone beyond
 * `revision`: load the lists again. Refused: invalid, pattern-without-characters, episode-unknown, entity-exists, edit-conflict.
 */
export class SaveEntities extends Command<EntityList, SavedEntities | null> {}

export interface SavedEntities {
  /** Of what was recorded in the vocabulary and in the episode's stream of entities. */
  readonly outcome: Outcome;
  /** Of the episode's stream of entities, after it. */
  readonly revision: number;
}
