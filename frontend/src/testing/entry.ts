import type { Change, HistoryEntry } from '@earmark/contracts/history';
import { changeWith } from './change.ts';

/** An entry of one change, as the history lists it. */
export function entryOf(lead: Change, more: Partial<HistoryEntry> = {}): HistoryEntry {
  const { eventId, position, at, actor, sentence, reason, correlationId, link, podcastUuid, episodeUuid } = lead;

  return {
    ...{ eventId, position, at, actor, sentence, reason, correlationId, link, podcastUuid, episodeUuid },
    kind: 'change',
    count: 1,
    elsewhere: 0,
    undone: lead.revertedBy === null ? 0 : 1,
    undoableBy: 'admin',
    lead,
    ...more,
  };
}

/** An entry of several changes. */
export const saveOf = (count: number, more: Partial<HistoryEntry> = {}): HistoryEntry =>
  entryOf(changeWith(), { kind: 'save', count, lead: null, sentence: `${count} segments were corrected.`, ...more });
