import type { PatternView } from '@earmark/contracts/vocabulary';
import type { ReactNode } from 'react';

export const MISSING_FIELDS = 'Please fill in all required fields';

/** A pattern as it is typed. */
export interface PatternDraft {
  readonly name: string;
  /** Whose pattern it is; empty: of the entity that bears the pattern's name. */
  readonly entity: string;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
  /** Of the entity; empty: none. */
  readonly url: string;
}

export const NEW_PATTERN: PatternDraft = { name: '', entity: '', caseSensitive: false, wholeWord: true, url: '' };

export const draftOf = ({ name, entity, caseSensitive, wholeWord, url }: PatternView): PatternDraft => ({
  name,
  entity,
  caseSensitive,
  wholeWord,
  url: url ?? '',
});

export const trimmed = ({ name, entity, url, ...options }: PatternDraft): PatternDraft => ({
  ...options,
  name: name.trim(),
  entity: entity.trim(),
  url: url.trim(),
});

/** The fields of a form. */
export interface TypedPattern {
  /** What each field was before somebody changed it here. */
  readonly from: PatternDraft;
  readonly to: PatternDraft;
}

/** The fields that are not changed here are those of `now`: somebody else may have changed them. */
export function follow(typed: TypedPattern, now: PatternDraft): TypedPattern {
  const fields = changedFields(typed);

  return { from: { ...now, ...pick(typed.from, fields) }, to: { ...now, ...pick(typed.to, fields) } };
}

/** The fields that are changed here. */
export function changesOf(typed: TypedPattern): Partial<PatternDraft> {
  const changes = pick(typed.to, changedFields(typed));

  return changes.entity === '' ? { ...changes, entity: typed.to.name } : changes;
}

const FIELDS = ['name', 'entity', 'caseSensitive', 'wholeWord', 'url'] as const;

const changedFields = ({ from, to }: TypedPattern) => FIELDS.filter((field) => from[field] !== to[field]);

const pick = (draft: PatternDraft, fields: readonly (keyof PatternDraft)[]): Partial<PatternDraft> =>
  Object.fromEntries(fields.map((field) => [field, draft[field]]));

/** A change that is not made yet, so that its effect can be shown before. */
export type PatternChange =
  | ({ readonly change: 'add'; readonly entityTypeId: string } & PatternDraft)
  | ({ readonly change: 'edit'; readonly id: string; readonly changes: Partial<PatternDraft> } & PatternDraft)
  | { readonly change: 'delete'; readonly id: string };

/** What a change would do, before it is made. */
export interface ChangePreview {
  /** Stands below the fields of a pattern, and in the question before one is deleted. */
  readonly show: (change: PatternChange) => ReactNode;
  /** Whether the change does what is shown. When not, that is said there, and asking again is a yes. Never throws. */
  readonly stands: (change: PatternChange) => Promise<boolean>;
}

/** What has a history of its own. */
export interface VocabularySubject {
  readonly kind: 'category' | 'pattern';
  readonly id: string;
  readonly name: string;
}
