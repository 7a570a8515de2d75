import type { CandidateCard, CandidateStatus } from '@earmark/contracts/discovery';
import { useCallback, useState } from 'react';
import { openMembers } from './card-state.ts';

/** A candidate with the status in which the reader saw it. */
export interface Picked {
  readonly id: string;
  readonly status: CandidateStatus;
}

interface Selection {
  readonly of: string;
  readonly keys: ReadonlySet<string>;
  /** Of everything that the filter lets through; null: only what is ticked. */
  readonly all: readonly Picked[] | null;
  /** Where a range begins. */
  readonly anchor: number;
}

const NONE: ReadonlySet<string> = new Set();

/** Which cards are selected. Another view begins without any. */
export function useSelection(viewKey: string, cards: readonly CandidateCard[]) {
  const [selection, setSelection] = useState<Selection>({ of: viewKey, keys: NONE, all: null, anchor: 0 });
  const { keys, all } = selection.of === viewKey ? selection : { keys: NONE, all: null };

  const toggle = useCallback(
    (index: number, isRange: boolean) =>
      setSelection((known) => {
        const before = known.of === viewKey ? known : { keys: NONE, anchor: index };
        const next = new Set(before.keys);
        const key = cards[index]?.key;
        if (key === undefined) return known;
        if (isRange)
          for (const card of cards.slice(Math.min(before.anchor, index), Math.max(before.anchor, index) + 1))
            next.add(card.key);
        else if (next.has(key)) next.delete(key);
        else next.add(key);

        return { of: viewKey, keys: next, all: null, anchor: isRange ? before.anchor : index };
      }),
    [viewKey, cards],
  );

  return {
    keys,
    isAll: all !== null,
    picked: all ?? pickedOf(cards, keys),
    toggle,
    /** Extends the selection by a step from one card to the next. */
    extend: (from: number, to: number) =>
      setSelection((known) => {
        const added = [cards[from]?.key, cards[to]?.key].filter((key) => key !== undefined);
        const before = known.of === viewKey ? known.keys : NONE;

        return { of: viewKey, keys: new Set([...before, ...added]), all: null, anchor: to };
      }),
    takeAll: (all: readonly Picked[]) =>
      setSelection({ of: viewKey, keys: new Set(cards.map(({ key }) => key)), all, anchor: 0 }),
    clear: () => setSelection({ of: viewKey, keys: NONE, all: null, anchor: 0 }),
  };
}

function pickedOf(cards: readonly CandidateCard[], keys: ReadonlySet<string>): readonly Picked[] {
  if (keys.size === 0) return [];

  return cards.filter(({ key }) => keys.has(key)).flatMap((card) => openMembers(card));
}
