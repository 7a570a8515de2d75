import type { CandidateCard } from '@earmark/contracts/discovery';
import type { EntityTypeView } from '@earmark/contracts/vocabulary';
import { memo, useEffect } from 'react';
import { useMediaQuery } from '../kit/media-query.ts';
import { QueueRow } from './queue-row.tsx';
import { useVirtualRows } from './virtual-rows.ts';

const ROW_PX = 68;
const TOUCH_ROW_PX = 76;
/** Cards beyond the window, at which the next page is asked for. */
const AHEAD = 60;

interface QueueProps {
  cards: readonly CandidateCard[];
  /** In the view, loaded or not. */
  total: number;
  current: number;
  selected: ReadonlySet<string>;
  failures: ReadonlyMap<string, string>;
  /** Whether cards of every status are in it. */
  isOfAll: boolean;
  types: ReadonlyMap<string, EntityTypeView>;
  onOpen: (index: number) => void;
  /** `isRange`: from the last one that was selected. */
  onSelect: (index: number, isRange: boolean) => void;
  onNearEnd: () => void;
}

/** The cards of a view. Only those near the visible part are in the document, however many there are. */
export const Queue = memo(function Queue(props: QueueProps) {
  const { cards, total, current, selected, failures, isOfAll, types, onOpen, onSelect, onNearEnd } = props;
  const isTouch = useMediaQuery('(pointer: coarse)');
  const rowPx = isTouch ? TOUCH_ROW_PX : ROW_PX;
  const { box, onScroll, first, last } = useVirtualRows(cards.length, rowPx, current);
  const isNearEnd = Math.max(last, current) + AHEAD > cards.length;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, cards.length, onNearEnd]);

  return (
    <div
      ref={box}
      onScroll={onScroll}
      className="h-[60vh] overflow-y-auto overscroll-contain lg:h-[calc(100dvh-56px-42px-1.5rem-var(--dock,0px))] lg:min-h-80"
    >
      <ul aria-label="Queue" className="relative" style={{ height: cards.length * rowPx }}>
        {cards.slice(first, last).map((card, offset) => {
          const at = first + offset;

          return (
            <li
              key={card.key}
              aria-setsize={total}
              aria-posinset={at + 1}
              className="absolute inset-x-0"
              style={{ top: at * rowPx, height: rowPx }}
            >
              <QueueRow
                card={card}
                index={at}
                isCurrent={at === current}
                isSelected={selected.has(card.key)}
                failure={failures.get(card.key) ?? null}
                isStatusSaid={isOfAll}
                type={types.get(card.type)}
                onOpen={onOpen}
                onSelect={onSelect}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
});
