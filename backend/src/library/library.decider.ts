import type { LibraryEvent } from '@earmark/contracts/library';
import type { Decider } from '../kit/decider.ts';

export interface LibraryState {
  isSampleLoaded: boolean;
}

/** Ends the loading of the sample library. */
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
