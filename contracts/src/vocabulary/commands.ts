import { Command } from '../kit/command.ts';
import type { SplitScope } from './events.ts';
import type { EntityId, EntityTypeId, PatternId, SplitId } from './values.ts';

/** A pattern as a person types it. */
export interface TypedPattern {
  readonly name: string;
  /** Name of the entity it belongs to; null: the entity that has the pattern's name. */
  readonly entity: string | null;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
  /** Undefined leaves the entity's link as it is; null removes it. */
  readonly url?: string | null;
  /** The context; undefined: none, in a change as it is. */
  readonly near?: readonly string[] | undefined;
  readonly notNear?: readonly string[] | undefined;
  readonly distance?: number | undefined;
}

export interface AddedPattern extends TypedPattern {
  readonly patternId: PatternId;
  readonly entityTypeId: EntityTypeId;
}

export type VocabularyCommand =
  | {
      readonly type: 'CreateEntityType';
      readonly name: string;
      readonly displayName: string;
      readonly iconName: string;
      readonly colorClass: string;
    }
  | { readonly type: 'AddPattern'; readonly pattern: AddedPattern }
  | { readonly type: 'EditPattern'; readonly patternId: PatternId; readonly changes: Partial<TypedPattern> }
  | { readonly type: 'DeletePattern'; readonly patternId: PatternId }
  | { readonly type: 'LeavePattern'; readonly patternId: PatternId; readonly isLeft: boolean }
  /** Refused: entity-unknown, entity-merged, invalid. */
  | { readonly type: 'MergeEntities'; readonly from: EntityId; readonly into: EntityId }
  /** Refused: entity-unknown, entity-not-merged. */
  | { readonly type: 'UnmergeEntities'; readonly from: EntityId }
  | SplitEntity
  /** Refused: split-unknown. */
  | { readonly type: 'UnsplitEntity'; readonly splitId: SplitId };

/** Refused: entity-unknown, entity-type-unknown, entity-merged, entity-split, pattern-without-characters, invalid. */
export interface SplitEntity {
  readonly type: 'SplitEntity';
  readonly splitId: SplitId;
  readonly from: EntityId;
  /** The entity that gets what is split off: created when the category has none of that name. */
  readonly name: string;
  readonly entityTypeId: EntityTypeId;
  readonly scope: SplitScope;
}

export class ChangeVocabulary extends Command<VocabularyCommand> {}

export interface PatternRow extends TypedPattern {
  /** Name of a category; a missing category is created. */
  readonly entityType: string;
}

export interface PatternImport {
  readonly rows: readonly PatternRow[];
  /** Called after each append with the number of rows processed. */
  readonly onProgress?: (done: number) => void;
}

export interface PatternImportReport {
  added: number;
  /** Rows whose pattern already exists with the same entity and options. */
  unchanged: number;
  /** By index in `rows`. */
  skipped: { row: number; reason: string }[];
  position: bigint | null;
  /** Why the rows from this index on were not added although earlier ones were; null: all were processed. */
  cutOff: { from: number; error: unknown } | null;
}

export class ImportPatterns extends Command<PatternImport, PatternImportReport> {}
