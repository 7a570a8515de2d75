import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import { markedPlaceAt, markedPlaceOf } from './marked-place.ts';
import type { MarkedEntity, MarkedPlace } from './marked-place.ts';
import type { SegmentMatch } from './matches.ts';
import { bringIntoView, isInView } from './row-scroll.ts';
import { rowAt } from './segment-rows.ts';

interface Options {
  readonly areaRef: RefObject<HTMLElement | null>;
  readonly listRef: RefObject<HTMLElement | null>;
  readonly entities: readonly MarkedEntity[];
  /** Whether the marks of an entity are painted. */
  readonly isShown: (entity: MarkedEntity) => boolean;
}

interface AskedPlace {
  /** Null: none. */
  readonly asked: MarkedPlace | null;
  /** The marked place under the pointer, if one of its entities is shown. */
  readonly find: (index: number, point: { x: number; y: number }) => MarkedPlace | null;
  /** `from` gets the focus back when the panel closes. */
  readonly ask: (place: MarkedPlace | null, from: HTMLElement | null) => void;
  /** Asks about the first mark of a match, which is brought into view. */
  readonly askAbout: (match: SegmentMatch | undefined, from: HTMLElement) => void;
  readonly close: () => void;
  readonly returnFocus: () => void;
  /** For a panel that opens instead of this one and takes the focus; returns the element to restore it to. */
  readonly leave: () => HTMLElement | null;
}

/** The place in the transcript whose entities a panel shows. */
export function useAskedPlace({ areaRef, listRef, entities, isShown }: Options): AskedPlace {
  const [asked, setAsked] = useState<MarkedPlace | null>(null);
  const askedFrom = useRef<HTMLElement | null>(null);
  const ask = (place: MarkedPlace | null, from: HTMLElement | null) => {
    askedFrom.current = from;
    setAsked(place);
  };

  return {
    asked,
    find: (index, point) => {
      const found = listRef.current && markedPlaceAt(listRef.current, index, point, entities);

      return found?.entities.some(isShown) === true ? found : null;
    },
    ask,
    askAbout: (match, from) => {
      const [span] = match?.spans ?? [];
      if (listRef.current === null || areaRef.current === null || match === undefined || span === undefined) return;
      const row = rowAt(listRef.current, match.segmentIndex);
      if (row !== null && !isInView(areaRef.current, row)) bringIntoView(areaRef.current, row);
      ask(markedPlaceOf(listRef.current, match.segmentIndex, span, entities), from);
    },
    close: () => setAsked(null),
    returnFocus: () => askedFrom.current?.focus({ preventScroll: true }),
    leave: () => {
      const from = askedFrom.current;
      ask(null, null);

      return from;
    },
  };
}
