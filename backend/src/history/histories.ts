import { isDeepStrictEqual } from 'node:util';
import type { FieldChange } from '@earmark/contracts/history';
import { categoryOf } from '@earmark/contracts/kit';
import { entitiesHistory } from '../entities/entities.history.ts';
import { episodesHistory } from '../episodes/episodes.history.ts';
import {
  KEPT_BACK,
  type AnyFeatureHistory,
  type EventHistory,
  type StoredEvent,
} from '../kit/history/event-history.ts';
import { libraryHistory } from '../library/library.history.ts';
import { recountsHistory } from '../recounts/recounts.history.ts';
import { seriesHistory } from '../series/series.history.ts';
import { transcriptsHistory } from '../transcripts/transcripts.history.ts';
import { vocabularyHistory } from '../vocabulary/vocabulary.history.ts';
import { undoHistory } from './undo.history.ts';

/** What the events of every feature mean. */
export const histories: readonly AnyFeatureHistory[] = [
  seriesHistory,
  episodesHistory,
  transcriptsHistory,
  entitiesHistory,
  vocabularyHistory,
  recountsHistory,
  libraryHistory,
  undoHistory,
];

const byCategory = new Map(histories.map((history) => [history.category, history]));
const byType = new Map(histories.flatMap(({ events }) => Object.entries(events)));

/** Null for a stream of a category that no feature has. */
export const featureOf = (stream: string): AnyFeatureHistory | null => byCategory.get(categoryOf(stream)) ?? null;

/** Throws for a type that no code records. */
export function historyOf({ type }: { type: string }): EventHistory<unknown, unknown> {
  const found = byType.get(type);
  if (found === undefined) throw new Error(`no feature says what events of type ${type} mean`);

  return found;
}

const typesWhere = (accepts: (history: EventHistory<unknown, unknown>) => boolean): readonly string[] =>
  [...byType.keys()].filter((type) => accepts(historyOf({ type })));

/** Types that everybody may hear of. Whatever is not among them is private. */
export const PUBLIC_TYPES = typesWhere(({ bulk }) => bulk !== null);
/** Types that have a line of their own in the history. */
export const LISTED_TYPES = typesWhere(({ isUnlisted }) => !isUnlisted);
/** What people decided, not what was found anew because of it. */
export const DECIDED_TYPES = typesWhere(({ isUnlisted, movesPinsOnly }) => !isUnlisted && !movesPinsOnly);
/** Categories of the streams that bear the id of an episode. */
export const EPISODE_CATEGORIES = histories.filter(({ subject }) => subject === 'episode').map((one) => one.category);

export const fieldsOf = (event: StoredEvent): FieldChange[] => historyOf(event).fields(event.data);

/** What people are shown of it: fields that differ, without the version that they are of. */
export const diffOf = (event: StoredEvent): FieldChange[] =>
  fieldsOf(event)
    .filter(({ path, from, to }) => !isDeepStrictEqual(from, to) && !KEPT_BACK.includes(path.split('/').at(-1)!))
    .map(({ path, ...values }) => ({ path: path.replace(/^versions\/[^/]+\//, ''), ...values }));
