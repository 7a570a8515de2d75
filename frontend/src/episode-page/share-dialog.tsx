import { Link2, Quote as QuoteIcon, X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import type { Quote } from '../transcripts/quote.ts';
import { copyText } from './share-copy.ts';
import { shareLink } from './share-link.ts';

interface ShareDialogProps {
  /** Current position of the audio. */
  nowMs: () => number;
  /** The selected text or the segment at the audio position; null when there is neither. */
  findQuote: () => Quote | null;
  /** Formats the quote for copying. */
  textOf: (quote: Quote) => string;
  /** Formats a time. */
  clock: (ms: number) => string;
  highlighted: string | null;
}

interface Opened {
  readonly ms: number;
  readonly quote: Quote | null;
}

/** Copies a link to the episode, optionally from the current moment, or a quote. */
export function ShareDialog({ nowMs, findQuote, textOf, clock, highlighted }: ShareDialogProps) {
  const [opened, setOpened] = useState<Opened | null>(null);

  return (
    <Dialog.Root
      open={opened !== null}
      onOpenChange={(isOpen) => setOpened(isOpen ? momentOf(nowMs(), findQuote()) : null)}
    >
      <Dialog.Trigger asChild>
        <Button>
          <Link2 aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">Share</span>
        </Button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fade bg-shade fixed inset-0 z-40" />
        <Dialog.Content
          aria-describedby={undefined}
          className="bg-surface shadow-float fixed inset-x-4 top-[12vh] z-50 mx-auto max-h-[80dvh] max-w-120 overflow-y-auto rounded-md p-5"
        >
          <div className="-mt-1 flex items-center justify-between">
            <Dialog.Title className="text-[15px] font-semibold">Share</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close" className="-mr-2">
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </Dialog.Close>
          </div>
          {opened !== null && (
            <Choices
              opened={opened}
              highlighted={highlighted}
              clock={clock}
              textOf={textOf}
              onDone={() => setOpened(null)}
            />
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ChoicesProps {
  opened: Opened;
  highlighted: string | null;
  clock: (ms: number) => string;
  textOf: (quote: Quote) => string;
  onDone: () => void;
}

function Choices({ opened: { ms, quote }, highlighted, clock, textOf, onDone }: ChoicesProps) {
  const [isTimed, setTimed] = useState(ms >= 1000);
  const link = shareLink({ href: location.href, ms: isTimed ? ms : null, highlighted });
  const copy = (text: string, said: string) => {
    onDone();
    void copyText(text, said);
  };

  return (
    <>
      <div className="mt-2 flex gap-2">
        <input
          readOnly
          aria-label="Link to this episode"
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          className="bg-canvas border-line-strong h-9 min-w-0 flex-1 rounded-md border px-2.5 text-[13px] pointer-coarse:h-11"
        />
        <Button
          variant="solid"
          className="h-9 pointer-coarse:h-11"
          onClick={() => copy(link, isTimed ? `Link copied, starts at ${clock(ms)}` : 'Link copied')}
        >
          Copy link
        </Button>
      </div>
      <label className="mt-2 flex min-h-8 w-fit cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={isTimed}
          disabled={ms < 1000}
          onChange={(event) => setTimed(event.target.checked)}
          className="size-4"
        />
        <span className="tabular-nums">from {clock(ms)}</span>
      </label>
      {quote !== null && (
        <section aria-label="Quote" className="border-line mt-4 border-t pt-4">
          <blockquote className="text-ink-soft line-clamp-6 whitespace-pre-line">{textOf(quote)}</blockquote>
          <Button className="mt-3" onClick={() => copy(textOf(quote), 'Quote copied')}>
            <QuoteIcon aria-hidden="true" className="size-4" />
            Copy quote
          </Button>
        </section>
      )}
    </>
  );
}

/** If text is selected, the link starts there. */
const momentOf = (nowMs: number, quote: Quote | null): Opened => ({
  ms: quote !== null && quote.isSelected ? quote.startMs : nowMs,
  quote,
});
