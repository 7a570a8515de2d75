import type { LibraryEvent } from '@earmark/contracts/library';
import type { Decider } from '../kit/decider.ts';

export interface LibraryState {
  isSampleLoaded: boolean;
}

/** Records that the sample library is loaded. */
export interface EndSampleLibrary {
  readonly series: number;
  readonly episodes: number;
}

export const library: Decider<LibraryState, EndSampleLibrary, LibraryEvent> = {
  category: 'library',
  initial: () => ({ isSampleLoaded: false }),
  evolve: () => ({ isSampleLoaded: true }),
  decide: (state, data) => (state.isSampleLoaded ? [] : [{ type: 'SampleLibraryLoaded', data: { ...data } }]),
};
