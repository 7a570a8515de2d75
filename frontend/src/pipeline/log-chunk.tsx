import { clsx } from 'clsx';
import { AlertTriangle } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { LogLine } from './run-log.ts';

const LINE_PX = 24;

interface LogChunkProps {
  lines: readonly LogLine[];
  /** The box in which it is scrolled. */
  box: RefObject<HTMLElement | null>;
  /** Whether it is mounted even out of sight. */
  isKept: boolean;
  pattern: RegExp | null;
  /** Id of the current match, if it is one of these lines. */
  current: string | null;
}

/** Some lines of the log, which are in the document only near the visible part of the box. */
export const LogChunk = memo(
  function LogChunk({ lines, box, isKept, pattern, current }: LogChunkProps) {
    const place = useRef<HTMLDivElement>(null);
    const [isNear, setNear] = useState(false);
    const [heightPx, setHeight] = useState<number | null>(null);
    const isMounted = isKept || isNear || current !== null;
    useEffect(() => {
      if (isKept || place.current === null) return undefined;
      const observer = new IntersectionObserver(
        ([entry]) => {
          if (entry === undefined) return;
          setNear(entry.isIntersecting);
          if (!entry.isIntersecting) setHeight(entry.boundingClientRect.height);
        },
        { root: box.current, rootMargin: '100%' },
      );
      observer.observe(place.current);

      return () => observer.disconnect();
    }, [box, isKept]);

    return (
      <div ref={place} style={isMounted ? undefined : { height: heightPx ?? lines.length * LINE_PX }}>
        {isMounted &&
          lines.map((line) => <Line key={line.id} line={line} pattern={pattern} isCurrent={line.id === current} />)}
      </div>
    );
  },
  // A chunk is cut anew from a list that only grows.
  (one, other) =>
    one.lines.length === other.lines.length &&
    one.lines[0] === other.lines[0] &&
    one.lines.at(-1) === other.lines.at(-1) &&
    one.isKept === other.isKept &&
    one.pattern === other.pattern &&
    one.current === other.current,
);

interface LineProps {
  line: LogLine;
  pattern: RegExp | null;
  isCurrent: boolean;
}

const Line = memo(function Line({ line, pattern, isCurrent }: LineProps) {
  const { id, type, message, details, warnings, timestamp, status } = line;
  const isBad = type === 'step_error' || (type === 'complete' && status === 'failed');

  return (
    <div
      data-line={id}
      className={clsx(
        'grid grid-cols-[62px_minmax(0,1fr)] gap-x-3 px-4 py-0.5 text-[13px] leading-5',
        isCurrent && 'outline-accent outline-2 -outline-offset-2',
        isBad && 'bg-bad-soft',
      )}
    >
      <time dateTime={timestamp} className="text-ink-faint tabular-nums">
        {CLOCK.format(new Date(timestamp))}
      </time>
      <div className="min-w-0 wrap-anywhere">
        <p className={clsx('text-pretty', isBad && 'text-bad font-medium')}>
          <Marked text={message} pattern={pattern} />
        </p>
        {warnings.map((warning, index) => (
          <p key={index} className="text-warn text-pretty">
            <AlertTriangle aria-label="Warning:" className="mr-1.5 inline size-3.5" />
            <Marked text={warning} pattern={pattern} />
          </p>
        ))}
        {details.map((detail, index) => (
          <p key={index} className="text-ink-soft text-pretty">
            <Marked text={detail} pattern={pattern} />
          </p>
        ))}
      </div>
    </div>
  );
});

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** The text with what was searched for marked. */
function Marked({ text, pattern }: { text: string; pattern: RegExp | null }): ReactNode {
  if (pattern === null) return text;

  // Every other piece is what the pattern captures.
  return text.split(pattern).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <mark key={index} className="mark">
        {piece}
      </mark>
    ),
  );
}
