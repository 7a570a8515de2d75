import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { SafeHtml } from '../ui/safe-html.tsx';

// Longer descriptions start collapsed, so that the transcript is in view.
const FOLDED_ABOVE_CHARACTERS = 280;

export function EpisodeDescription({ html }: { html: string }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const folds = html.length > FOLDED_ABOVE_CHARACTERS;

  return (
    <section aria-label="Description" className="text-ink-soft max-w-[80ch]">
      <div id={id} className={clsx('text-pretty', folds && !isOpen && 'line-clamp-2 print:line-clamp-none')}>
        <SafeHtml html={html} />
      </div>
      {folds && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="text-accent mt-1 h-7 text-[13px] font-medium hover:underline pointer-coarse:h-11 print:hidden"
        >
          {isOpen ? 'Show less' : 'Show more'}
        </button>
      )}
    </section>
  );
}
