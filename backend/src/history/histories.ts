import { isDeepStrictEqual } from 'node:util';
import type { FieldChange } from '@earmark/contracts/history';
import { categoryOf } from '@earmark/contracts/kit';
import { carryOverHistory } from '../carry-over/carry-over.history.ts';
import { batchHistory } from '../discovery/batch.history.ts';
import { entitiesHistory } from '../entities/entities.history.ts';
import { episodesHistory } from '../episodes/episodes.history.ts';
import {
  KEPT_BACK,
  type AnyFeatureHistory,
  type EventHistory,
  type StoredEvent,
} from '../kit/history/event-history.ts';
import { libraryHistory } from '../library/library.history.ts';
import { pipelineHistory } from '../pipeline/pipeline.history.ts';
import { recountsHistory } from '../recounts/recounts.history.ts';
import { seriesHistory } from '../series/series.history.ts';
import { transcriptsHistory } from '../transcripts/transcripts.history.ts';
import { uploadIndexHistory, uploadsHistory } from '../uploads/uploads.history.ts';
import { vocabularyHistory } from '../vocabulary/vocabulary.history.ts';
import { undoHistory } from './undo.history.ts';

/** The histories of all features. */
export const histories: readonly AnyFeatureHistory[] = [
  seriesHistory,
  episodesHistory,
  transcriptsHistory,
  carryOverHistory,
  entitiesHistory,
  batchHistory,
  vocabularyHistory,
  pipelineHistory,
  recountsHistory,
  uploadsHistory,
  uploadIndexHistory,
  libraryHistory,
  undoHistory,
];

const byCategory = new Map(histories.map((history) => [history.category, history]));
const byType = new Map(histories.flatMap(({ events }) => Object.entries(events)));

/** Null for a stream whose category belongs to no feature. */
export const featureOf = (stream: string): AnyFeatureHistory | null => byCategory.get(categoryOf(stream)) ?? null;

/** Throws for an unknown event type. */
export function historyOf({ type }: { type: string }): EventHistory<unknown, unknown> {
  const found = byType.get(type);
  if (found === undefined) throw new Error(`no feature describes events of type ${type}`);

  return found;
}

const typesWhere = (accepts: (history: EventHistory<unknown, unknown>) => boolean): readonly string[] =>
  [...byType.keys()].filter((type) => accepts(historyOf({ type })));

/** Event types that everybody may see. All others are private. */
export const PUBLIC_TYPES = typesWhere(({ bulk }) => bulk !== null);
/** Event types with their own line in the history. */
export const LISTED_TYPES = typesWhere(({ isUnlisted }) => !isUnlisted);
/** Categories of the streams that have the id of an episode. */
export const EPISODE_CATEGORIES = histories.filter(({ subject }) => subject === 'episode').map((one) => one.category);

export const fieldsOf = (event: StoredEvent): FieldChange[] => historyOf(event).fields(event.data);

/** The changed fields as people see them: without the version that they belong to. */
export const diffOf = (event: StoredEvent): FieldChange[] =>
  fieldsOf(event)
    .filter(({ path, from, to }) => !isDeepStrictEqual(from, to) && !KEPT_BACK.includes(path.split('/').at(-1)!))
    .map(({ path, ...values }) => ({ path: path.replace(/^versions\/[^/]+\//, ''), ...values }));
