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

/** A change that is not made yet, so that its effect can be shown before. */
export type PatternChange =
  | ({ readonly change: 'add'; readonly entityTypeId: string } & PatternDraft)
  | ({ readonly change: 'edit'; readonly id: string } & PatternDraft)
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
