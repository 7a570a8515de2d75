import type { HistoryEvent } from '@earmark/contracts/history';
import type { Decider } from '../kit/decider.ts';

export interface UndoState {
  started: boolean;
  finished: boolean;
}

export const undos: Decider<UndoState, HistoryEvent, HistoryEvent> = {
  category: 'undo',
  initial: () => ({ started: false, finished: false }),
  evolve: (state, { type }) => ({ ...state, ...(type === 'UndoStarted' ? { started: true } : { finished: true }) }),
  decide: ({ started, finished }, event) => ((event.type === 'UndoStarted' ? started : finished) ? [] : [event]),
};
