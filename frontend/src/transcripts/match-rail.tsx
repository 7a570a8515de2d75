import { useLayoutEffect, useState } from 'react';
import type { MouseEvent, RefObject } from 'react';
import type { Marking } from './matches.ts';
import { CHUNK_SIZE } from './segment-rows.ts';
import './match-rail.css';

interface MatchRailProps {
  listRef: RefObject<HTMLElement | null>;
  marking: Marking;
  /** Index of the current match. */
  at: number;
  onGo: (at: number) => void;
}

/**
 * Shows at the edge of the rows where the matches are in the whole transcript, at any scroll position. A click goes to the
 * nearest match; keys step through them.
 */
export function MatchRail({ listRef, marking, at, onGo }: MatchRailProps) {
  const places = usePlaces(listRef, marking);
  const click = ({ clientY, currentTarget }: MouseEvent<SVGSVGElement>) => {
    const { top, height } = currentTarget.getBoundingClientRect();
    const wanted = (clientY - top) / height;
    const distances = places.map((place) => Math.abs(place - wanted));
    const nearest = distances.indexOf(Math.min(...distances));
    if (nearest !== -1) onGo(nearest);
  };

  return (
    <div className="match-rail-track">
      <svg aria-hidden="true" viewBox="0 0 12 1000" preserveAspectRatio="none" className="match-rail" onClick={click}>
        <path d={places.map(tickOf).join('')} vectorEffect="non-scaling-stroke" />
        <path d={tickOf(places[at] ?? 0)} vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  );
}

const tickOf = (place: number): string => `M2 ${Math.round(place * 1000)}h8`;

/**
 * The relative position of each match in the text, from 0 to 1. As exact as the scroll bar, which also estimates distant
 * rows.
 */
function usePlaces(listRef: RefObject<HTMLElement | null>, { matches }: Marking): readonly number[] {
  const [places, setPlaces] = useState<readonly number[]>([]);

  useLayoutEffect(() => {
    const { current: list } = listRef;
    if (list === null) return undefined;
    const measure = () => {
      const { top, height: whole } = list.getBoundingClientRect();
      const chunks = [...list.children].map((chunk) => {
        const { top: chunkTop, height } = chunk.getBoundingClientRect();

        return { from: chunkTop - top, height, rows: chunk.childElementCount };
      });
      setPlaces(
        matches.map(({ segmentIndex }) => {
          const chunk = chunks[Math.floor(segmentIndex / CHUNK_SIZE)];
          if (chunk === undefined) return 0;

          return (chunk.from + (chunk.height * ((segmentIndex % CHUNK_SIZE) + 0.5)) / chunk.rows) / whole;
        }),
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    measure();

    return () => observer.disconnect();
  }, [listRef, matches]);

  return places;
}
