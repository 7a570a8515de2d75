import type { EpisodeMoment } from '@earmark/contracts/episodes';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import { formatMoment } from '../kit/date.ts';
import { Slider } from '../ui/slider.tsx';

interface TimeSliderProps {
  /** Oldest first; "now" follows the last one. Empty until loaded. */
  moments: readonly EpisodeMoment[];
  /** Index of a moment; the number of moments means now. */
  at: number;
  onChange: (at: number) => void;
}

/** A slider with a tick for every change of the page; arrow keys step through them. */
export function TimeSlider({ moments, at, onChange }: TimeSliderProps) {
  const last = moments.length;
  const moment = moments[at];
  const words = moment === undefined ? 'Now' : `${formatMoment(moment.at)}. ${moment.sentence}`;
  const step = (by: 1 | -1) => onChange(Math.min(last, Math.max(0, at + by)));

  return (
    <div>
      <div className="flex items-center gap-1">
        <IconButton label="Earlier change" disabled={at === 0} onClick={() => step(-1)}>
          <ChevronLeft aria-hidden="true" className="size-5" />
        </IconButton>
        <div className="relative min-w-0 flex-1">
          {/* The ticks start and end at the middle of the handle. */}
          <svg
            aria-hidden="true"
            viewBox="0 0 1000 24"
            preserveAspectRatio="none"
            className="stroke-ink-faint pointer-events-none absolute inset-y-0 left-2 h-full w-[calc(100%-16px)]"
          >
            <path
              d={Array.from({ length: last + 1 }, (_, index) => `M${(index / Math.max(1, last)) * 1000} 5V19`).join('')}
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          <Slider
            label="Moment"
            value={at}
            max={last}
            step={1}
            valueText={words}
            disabled={last === 0}
            onChange={onChange}
            className="w-full"
          />
        </div>
        <IconButton label="Later change" disabled={at === last} onClick={() => step(1)}>
          <ChevronRight aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <p className="mt-1 min-h-10 px-1 text-pretty sm:min-h-5">
        {moment === undefined ? (
          <span className="font-medium">Now</span>
        ) : (
          <>
            <time dateTime={moment.at} className="font-medium tabular-nums">
              {formatMoment(moment.at)}
            </time>{' '}
            <span className="text-ink-soft">{moment.sentence}</span>
          </>
        )}
      </p>
    </div>
  );
}
