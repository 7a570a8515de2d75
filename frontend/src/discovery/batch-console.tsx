import { clsx } from 'clsx';
import { ArrowDown } from 'lucide-react';
import { useStickToBottom } from '../kit/stick-to-bottom.ts';
import { Button } from '../ui/button.tsx';
import type { LogLine } from './batch-stream.ts';

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const LEVELS = { info: 'text-ink-soft', warn: 'text-warn', error: 'text-bad' } as const;
const WORDS = { info: '', warn: 'Warning: ', error: 'Error: ' } as const;

/** The output of a batch at its end, also once it has ended, unless the reader has scrolled up. */
export function BatchConsole({ lines, isRunning }: { lines: readonly LogLine[]; isRunning: boolean }) {
  const { box, content, onScroll, isStuck, stick } = useStickToBottom(true);

  return (
    <div className="relative">
      <section
        ref={box}
        onScroll={onScroll}
        aria-label="Output"
        // Focusable, so that it can be scrolled with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="bg-canvas border-line h-64 overflow-y-auto overscroll-contain rounded-md border font-mono text-[13px] leading-5 focus-visible:-outline-offset-2"
      >
        <div ref={content} className="py-2">
          {lines.map(({ id, level, message, timestamp }) => (
            <p
              key={id}
              className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 px-3 [contain-intrinsic-size:auto_20px] [content-visibility:auto]"
            >
              <time dateTime={timestamp} className="text-ink-faint tabular-nums">
                {CLOCK.format(new Date(timestamp))}
              </time>
              <span className={clsx('wrap-anywhere whitespace-pre-wrap', LEVELS[level])}>
                <span className="sr-only">{WORDS[level]}</span>
                {message}
              </span>
            </p>
          ))}
          {lines.length === 0 && (
            <p className="text-ink-faint px-3">{isRunning ? 'Waiting for the first line…' : 'No output.'}</p>
          )}
        </div>
      </section>
      {isRunning && !isStuck && (
        <Button className="shadow-float absolute bottom-3 left-1/2 -translate-x-1/2" onClick={stick}>
          <ArrowDown aria-hidden="true" className="size-4" />
          Jump to the newest line
        </Button>
      )}
    </div>
  );
}
