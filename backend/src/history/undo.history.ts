import type { HistoryEvent } from '@earmark/contracts/history';
import { featureHistory } from '../kit/history/event-history.ts';

const CHANGED_NOTHING_ITSELF = 'This only records an undo. Undo its changes one by one.';

export const undoHistory = featureHistory<HistoryEvent>({
  kind: 'history',
  category: 'undo',
  subject: null,
  folding: null,
  inverseReadsState: false,
  isForAnalysts: false,
  events: {
    UndoStarted: {
      fields: () => [],
      inverse: CHANGED_NOTHING_ITSELF,
      sentence: ({ eventIds }) => `An undo of ${changes(eventIds.length)} was started.`,
      bulk: null,
      moment: null,
    },
    UndoFinished: {
      fields: () => [],
      inverse: CHANGED_NOTHING_ITSELF,
      sentence: ({ undone, notUndone }) =>
        `${undone.length === 1 ? 'One change was' : `${undone.length} changes were`} undone${notUndone.length === 0 ? '' : `, ${notUndone.length} not`}.`,
      bulk: null,
      moment: null,
    },
  },
});

const changes = (count: number): string => (count === 1 ? 'one change' : `${count} changes`);
