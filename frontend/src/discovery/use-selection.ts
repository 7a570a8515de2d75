import type { CandidateCard } from '@earmark/contracts/discovery';
import { useCallback, useState } from 'react';
import { openMembers } from './card-state.ts';

interface Selection {
  readonly of: string;
  readonly keys: ReadonlySet<string>;
  /** Of everything that the filter lets through; null: only what is ticked. */
  readonly allIds: readonly string[] | null;
  /** Where a range begins. */
  readonly anchor: number;
}

const NONE: ReadonlySet<string> = new Set();

/** Which cards are selected. Another view begins without any. */
export function useSelection(viewKey: string, cards: readonly CandidateCard[]) {
  const [selection, setSelection] = useState<Selection>({ of: viewKey, keys: NONE, allIds: null, anchor: 0 });
  const { keys, allIds } = selection.of === viewKey ? selection : { keys: NONE, allIds: null };

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

        return { of: viewKey, keys: next, allIds: null, anchor: isRange ? before.anchor : index };
      }),
    [viewKey, cards],
  );

  return {
    keys,
    isAll: allIds !== null,
    ids: allIds ?? idsOf(cards, keys),
    toggle,
    /** Extends the selection by a step from one card to the next. */
    extend: (from: number, to: number) =>
      setSelection((known) => {
        const added = [cards[from]?.key, cards[to]?.key].filter((key) => key !== undefined);
        const before = known.of === viewKey ? known.keys : NONE;

        return { of: viewKey, keys: new Set([...before, ...added]), allIds: null, anchor: to };
      }),
    takeAll: (ids: readonly string[]) =>
      setSelection({ of: viewKey, keys: new Set(cards.map(({ key }) => key)), allIds: ids, anchor: 0 }),
    clear: () => setSelection({ of: viewKey, keys: NONE, allIds: null, anchor: 0 }),
  };
}

function idsOf(cards: readonly CandidateCard[], keys: ReadonlySet<string>): string[] {
  if (keys.size === 0) return [];

  return cards.filter(({ key }) => keys.has(key)).flatMap((card) => openMembers(card).map(({ id }) => id));
}
