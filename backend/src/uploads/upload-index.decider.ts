import type { PlaceOfIndex, UploadIndexEvent } from '@earmark/contracts/uploads';
import type { Decider } from '../kit/decider.ts';

export interface IndexState {
  readonly place: PlaceOfIndex;
  /** OPENAI_VECTOR_STORE_ID when a store was chosen last. */
  readonly setting: string | null;
  /** The last store of OpenAI; null: there was none. */
  readonly lastStore: string | null;
}

const OWN: PlaceOfIndex = { index: 'own', vectorStoreId: null };

/** What the assistant searches. */
export const uploadIndex: Decider<
  IndexState,
  { readonly to: PlaceOfIndex; readonly setting: string | null },
  UploadIndexEvent
> = {
  category: 'uploadIndex',
  initial: () => ({ place: OWN, setting: null, lastStore: null }),
  evolve: (state, { data: { to, setting } }) => ({
    place: to,
    setting: to.vectorStoreId === null ? state.setting : setting,
    lastStore: to.vectorStoreId ?? state.lastStore,
  }),
  decide: ({ place, setting: known }, { to, setting }) => {
    const isSame = place.index === to.index && place.vectorStoreId === to.vectorStoreId;

    return isSame && (to.vectorStoreId === null || known === setting)
      ? []
      : [{ type: 'IndexChosen', data: { to, from: place, setting } }];
  },
};
