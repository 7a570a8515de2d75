import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { RecountId } from '@earmark/contracts/recounts';
import { Merges } from './merges.ts';
import type { Gap } from './neighbours.ts';
import type { PinnedVocabulary } from './pinned-vocabulary.ts';
import { PinMoves, type Repinned } from './pin-moves.ts';
import { SegmentEdits } from './segment-edits.ts';
import { WordList } from './word-list.ts';

/** What the projector knows of the events of a batch, and what it keeps between batches. */
export interface Memory {
  /** Null: load it before the next match. */
  vocabulary: PinnedVocabulary | null;
  readonly pins: PinMoves;
  readonly merges: Merges;
  readonly words: WordList;
  readonly edits: SegmentEdits;
  /** An episode may still come to one when somebody removes it meanwhile. Null: not loaded yet. */
  removedSeries: Set<string> | null;
  /** Each written with one statement at the end of the batch. */
  activated: Map<string, string | null>;
  transcriptRevision: Map<string, number>;
  entitiesRevision: Map<string, number>;
  /** By episode, the segments to rematch; null: all. */
  touched: Map<string, Set<string> | null>;
  /** Where segments were removed. */
  gaps: Gap[];
  /** Episodes whose pin may have changed; null: any. */
  moved: Set<string> | null;
  /** Ids of published recounts. */
  published: RecountId[];
  /** Whose pins changed already, with those that they had at the start of the batch. */
  repinned: Map<string, Repinned>;
  /** Episodes that were removed or restored, to count again. */
  turned: Set<string>;
}

export function emptyMemory(): Memory {
  const words = new WordList();
  const pins = new PinMoves();

  return {
    vocabulary: null,
    pins,
    merges: new Merges(),
    words,
    edits: new SegmentEdits(words),
    removedSeries: null,
    ...emptyBatch(),
  };
}

export const emptyBatch = () => ({
  activated: new Map<string, string | null>(),
  transcriptRevision: new Map<string, number>(),
  entitiesRevision: new Map<string, number>(),
  touched: new Map<string, Set<string> | null>(),
  gaps: [] as Gap[],
  moved: new Set<string>(),
  published: [] as RecountId[],
  repinned: new Map<string, Repinned>(),
  turned: new Set<string>(),
});

/** `segments`: those whose mentions may have changed; null: all. */
export function touch(memory: Memory, episodeUuid: EpisodeUuid, segments: readonly string[] | null): void {
  const known = memory.touched.get(episodeUuid);
  if (segments === null) memory.touched.set(episodeUuid, null);
  else if (known !== null) memory.touched.set(episodeUuid, new Set([...(known ?? []), ...segments]));
}

/** Keeps the pins that the episodes had at the start of the batch. */
export function noteRepinned({ repinned }: Memory, rows: readonly Repinned[]): void {
  for (const row of rows) {
    const { old_revision, old_version } = repinned.get(row.episode_uuid) ?? row;
    repinned.set(row.episode_uuid, { ...row, old_revision, old_version });
  }
}
