import { useLayoutEffect, useRef, useState } from 'react';
import type { PointerEvent } from 'react';
import { measureOf } from './mention-measure.ts';
import type { Measure } from './mention-measure.ts';
import { ticksUpTo } from './mention-periods.ts';
import type { Period } from './mention-periods.ts';

const HEIGHT = 220;
const PLOT = { top: 12, bottom: HEIGHT - 24, left: 40, right: 12 };
const NARROWEST_LABEL_PX = 44;
const WIDEST_BAR_PX = 48;

/** One bar per period. The period under the pointer is described in words; the table has all the data. */
export function MentionChart({ periods, measure }: { periods: readonly Period[]; measure: Measure }) {
  const { ref, width } = useWidth();
  const [hovered, setHovered] = useState<number | null>(null);
  const values = periods.map((period) => (measure === 'count' ? period.count : (period.perHour ?? 0)));
  const ticks = ticksUpTo(Math.max(...values));
  const top = ticks.at(-1) ?? 1;
  const slot = Math.max(1, width - PLOT.left - PLOT.right) / periods.length;
  const bar = Math.min(WIDEST_BAR_PX, Math.max(1, slot - Math.max(1, slot * 0.25)));
  const y = (value: number) => PLOT.bottom - (value / top) * (PLOT.bottom - PLOT.top);
  const x = (index: number) => PLOT.left + index * slot + (slot - bar) / 2;
  const hover = (event: PointerEvent<SVGSVGElement>) => {
    const index = Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left - PLOT.left) / slot);
    setHovered(index >= 0 && index < periods.length ? index : null);
  };
  const shown = hovered === null ? null : (periods[hovered] ?? null);

  return (
    <div ref={ref} className="px-1 pt-2">
      <p className="text-ink-soft min-h-10 px-3 text-[13px] tabular-nums sm:min-h-5">
        {shown === null ? summaryOf(periods, values) : sentenceOf(shown)}
      </p>
      <svg
        width="100%"
        height={HEIGHT}
        aria-hidden="true"
        onPointerMove={hover}
        onPointerDown={hover}
        onPointerLeave={() => setHovered(null)}
        className="block touch-pan-y"
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={PLOT.left} x2={width - PLOT.right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
            <text
              x={PLOT.left - 6}
              y={y(tick) + 4}
              textAnchor="end"
              className="fill-ink-faint text-[11px] tabular-nums"
            >
              {tick}
            </text>
          </g>
        ))}
        {periods.map((period, index) => (
          <rect
            key={period.label}
            x={x(index)}
            width={bar}
            y={y(values[index] ?? 0)}
            height={PLOT.bottom - y(values[index] ?? 0)}
            rx={Math.min(2, bar / 4)}
            className={index === hovered ? 'fill-accent-strong' : 'fill-accent'}
          />
        ))}
        {labelsOf(periods, slot).map(({ index, text }) => (
          <text
            key={index}
            x={PLOT.left + (index + 0.5) * slot}
            y={HEIGHT - 6}
            textAnchor="middle"
            className="fill-ink-faint text-[11px] tabular-nums"
          >
            {text}
          </text>
        ))}
      </svg>
    </div>
  );
}

/** Labels below the bars: all of them if they fit, else one per year, for as many years as fit. */
function labelsOf(periods: readonly Period[], slot: number): readonly { index: number; text: string }[] {
  const all = periods.map(({ label }, index) => ({ index, text: label }));
  if (slot >= 64) return all;
  const years = all
    .filter(({ index }) => periods[index]?.year !== periods[index - 1]?.year)
    .map(({ index }) => ({ index, text: String(periods[index]?.year) }));
  let free = -Infinity;

  return years.filter(({ index }) => {
    if (index * slot < free) return false;
    free = index * slot + NARROWEST_LABEL_PX;

    return true;
  });
}

const sentenceOf = (period: Period): string =>
  period.hours === 0
    ? `${period.label}: nothing published`
    : `${period.label}: ${period.count} ${period.count === 1 ? 'mention' : 'mentions'} in ${lengthOf(period.hours)}, ${measureOf(period, 'perHour')} per hour`;

function lengthOf(hours: number): string {
  if (hours >= 1) return `${hours.toFixed(1)} hours`;
  const minutes = Math.max(1, Math.round(hours * 60));

  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

function summaryOf(periods: readonly Period[], values: readonly number[]): string {
  const highest = periods[values.indexOf(Math.max(...values))];

  return highest === undefined ? '' : `Most in ${sentenceOf(highest)}.`;
}

function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);

  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return undefined;
    const measure = () => setWidth(Math.max(120, box.clientWidth - 8));
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();

    return () => observer.disconnect();
  }, []);

  return { ref, width };
}
