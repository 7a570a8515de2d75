import { useId, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { nearestTick, ticksPath } from './ticks.ts';
import './mention-strip.css';

export interface Passage {
  readonly time: string;
  /** '' when unknown. */
  readonly speaker: string;
  readonly pieces: readonly { readonly text: string; readonly isMarked: boolean }[];
}

interface MentionStripProps {
  /** Name of the entity or text that is mentioned. */
  name: string;
  /** Milliseconds, ascending. */
  moments: readonly number[];
  /** Seconds; 0 when unknown. */
  duration: number;
  passageOf: (index: number) => Passage;
  onPlay: (ms: number) => void;
}

const REACH_PX = 20;

/**
 * Shows the mentions along the audio as a single control that the arrow keys step through. Hovering over a mention shows its
 * passage; a click plays it.
 */
export function MentionStrip({ name, moments, duration, passageOf, onPlay }: MentionStripProps) {
  const [at, setAt] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const index = Math.min(at, moments.length - 1);
  const ms = moments[index];
  if (duration <= 0 || ms === undefined) return null;
  const lengthMs = duration * 1000;
  const passage = passageOf(index);
  const left = Math.min(100, (ms / lengthMs) * 100);

  const tickUnder = ({ clientX, currentTarget }: MouseEvent<HTMLElement>) => {
    const { left: from, width } = currentTarget.getBoundingClientRect();

    return nearestTick(moments, ((clientX - from) / width) * lengthMs, (REACH_PX / width) * lengthMs);
  };
  const point = (event: MouseEvent<HTMLElement>) => {
    const found = tickUnder(event);
    if (found !== null) setAt(found);
    setOpen(found !== null);
  };
  const click = (event: MouseEvent<HTMLElement>) => {
    const found = tickUnder(event);
    if (found !== null) onPlay(moments[found] ?? 0);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') onPlay(ms);
    else if (event.key === 'Escape') setOpen(false);
    else return;
    event.preventDefault();
  };

  return (
    <div className="relative h-6 low:h-4">
      {/* A range input has even steps and mentions do not, so the native control is invisible and the pointer position is read as a time. */}
      <input
        type="range"
        aria-label={`Mentions of ${name}`}
        aria-describedby={isOpen ? id : undefined}
        aria-valuetext={`${index + 1} of ${moments.length}, ${passage.time}`}
        min={1}
        max={moments.length}
        step={1}
        value={index + 1}
        onChange={(event) => {
          setAt(event.target.valueAsNumber - 1);
          setOpen(true);
        }}
        onMouseDown={(event) => event.preventDefault()}
        onPointerMove={point}
        onPointerLeave={() => setOpen(false)}
        onClick={click}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
        className="peer absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <svg
        aria-hidden="true"
        viewBox="0 0 1000 24"
        preserveAspectRatio="none"
        className="peer-focus-visible:outline-accent pointer-events-none size-full overflow-visible rounded-sm peer-focus-visible:outline-2"
      >
        <path d={ticksPath(moments, lengthMs)} className="mention-ticks" vectorEffect="non-scaling-stroke" />
        {isOpen && <path d={`M${left * 10} 4V24`} className="mention-tick-current" vectorEffect="non-scaling-stroke" />}
      </svg>
      {isOpen && (
        <div
          id={id}
          role="tooltip"
          className="bg-raised shadow-float border-line pointer-events-none absolute bottom-full z-10 mb-1 w-80 max-w-full rounded-md border p-3"
          style={{ left: `${left}%`, transform: `translateX(-${left}%)` }}
        >
          <p className="text-ink-soft text-[13px] leading-5 tabular-nums">
            {passage.speaker === '' ? passage.time : `${passage.time} · ${passage.speaker}`}
          </p>
          <p className="mt-0.5 line-clamp-4 text-sm leading-5">
            {passage.pieces.map((piece, position) =>
              piece.isMarked ? (
                <mark key={position} className="mark">
                  {piece.text}
                </mark>
              ) : (
                piece.text
              ),
            )}
          </p>
        </div>
      )}
    </div>
  );
}
