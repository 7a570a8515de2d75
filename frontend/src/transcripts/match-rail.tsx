import { useLayoutEffect, useState } from 'react';
import type { MouseEvent, RefObject } from 'react';
import type { Marking } from './matches.ts';
import { CHUNK_SIZE } from './segment-rows.ts';

interface MatchRailProps {
  boxRef: RefObject<HTMLElement | null>;
  listRef: RefObject<HTMLElement | null>;
  marking: Marking;
  /** Index of the current match. */
  at: number;
  onGo: (at: number) => void;
}

/**
 * Shows next to the scroll bar where the matches are in the whole transcript. A click goes to the nearest match; keys step
 * through them.
 */
export function MatchRail({ boxRef, listRef, marking, at, onGo }: MatchRailProps) {
  const { barWidth, places } = usePlaces(boxRef, listRef, marking);
  const click = ({ clientY, currentTarget }: MouseEvent<SVGSVGElement>) => {
    const { top, height } = currentTarget.getBoundingClientRect();
    const wanted = (clientY - top) / height;
    const distances = places.map((place) => Math.abs(place - wanted));
    const nearest = distances.indexOf(Math.min(...distances));
    if (nearest !== -1) onGo(nearest);
  };

  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 12 1000"
      preserveAspectRatio="none"
      className="match-rail"
      style={{ right: barWidth }}
      onClick={click}
    >
      <path d={places.map(tickOf).join('')} vectorEffect="non-scaling-stroke" />
      <path d={tickOf(places[at] ?? 0)} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

const tickOf = (place: number): string => `M2 ${Math.round(place * 1000)}h8`;

/**
 * The relative position of each match in the text, from 0 to 1. As exact as the scroll bar, which also estimates distant
 * rows.
 */
function usePlaces(
  boxRef: RefObject<HTMLElement | null>,
  listRef: RefObject<HTMLElement | null>,
  { matches }: Marking,
): { barWidth: number; places: readonly number[] } {
  const [measured, setMeasured] = useState<{ barWidth: number; places: readonly number[] }>({
    barWidth: 0,
    places: [],
  });

  useLayoutEffect(() => {
    const { current: box } = boxRef;
    const { current: list } = listRef;
    if (box === null || list === null) return undefined;
    const measure = () => {
      const top = box.getBoundingClientRect().top - box.scrollTop;
      const chunks = [...list.children].map((chunk) => {
        const { top: chunkTop, height } = chunk.getBoundingClientRect();

        return { from: chunkTop - top, height, rows: chunk.childElementCount };
      });
      const places = matches.map(({ segmentIndex }) => {
        const chunk = chunks[Math.floor(segmentIndex / CHUNK_SIZE)];
        if (chunk === undefined) return 0;

        return (chunk.from + (chunk.height * ((segmentIndex % CHUNK_SIZE) + 0.5)) / chunk.rows) / box.scrollHeight;
      });
      setMeasured({ barWidth: box.offsetWidth - box.clientWidth, places });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    measure();

    return () => observer.disconnect();
  }, [boxRef, listRef, matches]);

  return measured;
}
