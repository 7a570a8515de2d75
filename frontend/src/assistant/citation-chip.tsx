import type { Citation } from '@earmark/contracts/assistant';
import * as Popover from 'radix-ui/popover';
import { useId, useRef, useState } from 'react';
import { clsx } from 'clsx';
import { usePreferences } from '../kit/preferences.ts';
import { formatTimestamp } from '../kit/timestamp.ts';
import { CitedWords } from './cited-words.tsx';

const OPENS_AFTER_MS = 150;

interface CitationChipProps {
  citation: Citation;
  isOpen: boolean;
  /** Plays the passage and opens its transcript. */
  onOpen: (citation: Citation, from: HTMLElement) => void;
}

/** The number of a citation. Hovering or focusing it shows the passage; a click plays it and opens its transcript. */
export function CitationChip({ citation, isOpen, onOpen }: CitationChipProps) {
  const [isShown, setShown] = useState(false);
  const id = useId();
  const timer = useRef(0);
  const { timeFormat } = usePreferences();
  const show = (wanted: boolean, afterMs = 0) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setShown(wanted), afterMs);
  };
  const { n, speaker, episodeName, startMs } = citation;

  return (
    <Popover.Root open={isShown} onOpenChange={setShown}>
      <Popover.Anchor asChild>
        <button
          type="button"
          data-citation={n}
          aria-label={`Citation ${n}: ${speaker}, ${episodeName}, ${formatTimestamp(startMs, timeFormat)}`}
          aria-pressed={isOpen}
          aria-describedby={isShown ? id : undefined}
          onClick={({ currentTarget }) => {
            show(false);
            onOpen(citation, currentTarget);
          }}
          onPointerEnter={({ pointerType }) => pointerType === 'mouse' && show(true, OPENS_AFTER_MS)}
          onPointerLeave={() => show(false)}
          onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && show(true)}
          onBlur={() => show(false)}
          className={clsx(
            'mx-0.5 inline-flex h-5 min-w-5 items-center justify-center rounded px-1 align-[0.1em] text-xs font-medium tabular-nums',
            'relative after:absolute after:-inset-1 pointer-coarse:h-6 pointer-coarse:min-w-6 pointer-coarse:after:-inset-2.5',
            isOpen ? 'bg-accent text-on-accent' : 'bg-accent-soft text-accent-strong hover:bg-hover',
          )}
        >
          {n}
        </button>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          id={id}
          side="top"
          sideOffset={6}
          collisionPadding={12}
          aria-hidden="true"
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="fade bg-raised border-line shadow-float pointer-events-none z-40 w-90 max-w-[calc(100vw-24px)] rounded-md border p-3"
        >
          <CitedWords citation={citation} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
