import { Command } from '../kit/command.ts';
import type { EventId } from '../kit/event.ts';
import type { Outcome } from '../kit/outcome.ts';
import type { SeriesUuid } from '../series/values.ts';
import type { RecountId } from './values.ts';

export interface RecountOrder {
  /** Null: all podcasts. */
  readonly podcastUuids: readonly SeriesUuid[] | null;
  /** Which vocabulary: a log position, an event id or an instant; null: the current one. */
  readonly asOf: string | null;
  /** Changes of patterns: all others stay as each episode has them. Null: the whole vocabulary. */
  readonly changes: readonly EventId[] | null;
  /** Continues an open recount of the same podcasts and patterns instead, even a paused one. */
  readonly resumesOpen: boolean;
}

/** `outcome` is null when an open recount is continued. */
export class StartRecount extends Command<RecountOrder, { readonly id: RecountId; readonly outcome: Outcome | null }> {}

export type RecountChange =
  | { readonly type: 'PublishRecount'; readonly recountId: RecountId }
  | { readonly type: 'DiscardRecount'; readonly recountId: RecountId };

export class ChangeRecount extends Command<RecountChange> {}
