import { DEFAULT_DISTANCE, hasContext } from '@earmark/contracts/mentions';
import type { NoiseProposal, PatternView } from '@earmark/contracts/vocabulary';
import type { ReactNode } from 'react';

export const MISSING_FIELDS = 'Please fill in all required fields';

/** A pattern as it is typed. */
export interface PatternDraft {
  readonly name: string;
  /** The entity it belongs to; empty means the entity with the pattern's own name. */
  readonly entity: string;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
  /** URL of the entity; empty for none. */
  readonly url: string;
  /** Words of which one must stand near, or none may, separated by commas. */
  readonly near: string;
  readonly notNear: string;
  /** How many words away is near; empty for the usual distance. */
  readonly distance: string;
}

export const NEW_PATTERN: PatternDraft = {
  name: '',
  entity: '',
  caseSensitive: false,
  wholeWord: true,
  url: '',
  near: '',
  notNear: '',
  distance: '',
};

export const draftOf = (pattern: PatternView): PatternDraft => {
  const { name, entity, caseSensitive, wholeWord, url, near, notNear, distance } = pattern;

  return {
    name,
    entity,
    caseSensitive,
    wholeWord,
    url: url ?? '',
    near: near.join(BETWEEN),
    notNear: notNear.join(BETWEEN),
    distance: hasContext(pattern) ? String(distance) : '',
  };
};

const BETWEEN = ', ';
export const wordsIn = (typed: string): string[] =>
  typed
    .split(/[,;|\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
export const wordsTyped = (words: readonly string[]): string => words.join(BETWEEN);
/** As `findOccurrences` reads it. */
export const contextOf = ({ near, notNear, distance }: Pick<PatternDraft, 'near' | 'notNear' | 'distance'>) => ({
  near: wordsIn(near),
  notNear: wordsIn(notNear),
  distance: distanceOf(distance),
});

const MOST_DISTANT = 200;
/** Something that is not a number of words stands for the usual distance. */
const distanceOf = (typed: string): number => {
  const number = Math.round(Number(typed));

  return number >= 1 && number <= MOST_DISTANT ? number : DEFAULT_DISTANCE;
};

/** As the calls take it: lists of words; what was not changed is left out. */
export function asSent({ near, notNear, distance, ...rest }: Partial<PatternDraft>) {
  return {
    ...rest,
    ...(near === undefined ? {} : { near: wordsIn(near) }),
    ...(notNear === undefined ? {} : { notNear: wordsIn(notNear) }),
    ...(distance === undefined ? {} : { distance: distanceOf(distance) }),
  };
}

/** A new pattern without its empty context. */
export function asAdded({ near, notNear, distance, ...rest }: PatternDraft) {
  return near === '' && notNear === '' ? rest : asSent({ ...rest, near, notNear, distance });
}

export const trimmed = ({ name, entity, url, ...options }: PatternDraft): PatternDraft => ({
  ...options,
  name: name.trim(),
  entity: entity.trim(),
  url: url.trim(),
});

/** The fields of a form. */
export interface TypedPattern {
  /** Original values of the fields that were changed here. */
  readonly from: PatternDraft;
  readonly to: PatternDraft;
}

/** Fields that were not changed here are taken from `now`, since others may have changed them. */
export function follow(typed: TypedPattern, now: PatternDraft): TypedPattern {
  const fields = changedFields(typed);

  return { from: { ...now, ...pick(typed.from, fields) }, to: { ...now, ...pick(typed.to, fields) } };
}

/** The fields that are changed here. */
export function changesOf(typed: TypedPattern): Partial<PatternDraft> {
  const changes = pick(typed.to, changedFields(typed));

  return changes.entity === '' ? { ...changes, entity: typed.to.name } : changes;
}

const FIELDS = ['name', 'entity', 'caseSensitive', 'wholeWord', 'url', 'near', 'notNear', 'distance'] as const;

const changedFields = ({ from, to }: TypedPattern) => FIELDS.filter((field) => from[field] !== to[field]);

/** Whether anything is typed that the form did not begin with. */
export const hasChanged = (typed: TypedPattern): boolean => changedFields(typed).length > 0;

const pick = (draft: PatternDraft, fields: readonly (keyof PatternDraft)[]): Partial<PatternDraft> =>
  Object.fromEntries(fields.map((field) => [field, draft[field]]));

/** A change that has not been made yet, described so that its effect can be previewed. */
export type PatternChange =
  | ({ readonly change: 'add'; readonly entityTypeId: string } & PatternDraft)
  | ({ readonly change: 'edit'; readonly id: string; readonly changes: Partial<PatternDraft> } & PatternDraft)
  | { readonly change: 'delete'; readonly id: string };

/** What would make a noisy pattern quieter. */
export type ProposedChanges = NonNullable<NoiseProposal['changes']>;

/** Mentions that one pattern finds in all transcripts. */
export interface ListedCount {
  readonly mentions: number;
  /** Name of the entity that it belongs to. */
  readonly entity: string;
}

/** Previews what a change would do. */
export interface ChangePreview {
  /**
   * Rendered below the fields of a pattern, and in the dialog before one is deleted. `listed`: the number that stands beside
   * it, whose difference from that of the preview is explained.
   */
  readonly show: (
    change: PatternChange,
    onTake?: (changes: ProposedChanges) => void,
    listed?: ListedCount,
  ) => ReactNode;
  /**
   * Whether the change still does what the preview shows. If not, the preview says so, and a second call returns true. Never
   * throws.
   */
  readonly stands: (change: PatternChange) => Promise<boolean>;
}

/** Something with its own history. */
export interface VocabularySubject {
  readonly kind: 'category' | 'pattern';
  readonly id: string;
  readonly name: string;
}
