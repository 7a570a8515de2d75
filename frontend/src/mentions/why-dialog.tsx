import { ArrowLeft, X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { late } from '../ui/late.tsx';
import { useReturnFocus } from '../ui/return-focus.ts';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { titleOf } from './number-words.ts';
import type { ShownNumber } from './why.api.ts';

// Loaded when the first breakdown is opened.
const NumberStory = late(
  async () => (await import('./number-story.tsx')).NumberStory,
  <Loading label="Loading the breakdown" className="flex flex-col gap-3 p-4">
    <Skeleton className="h-5" />
    <Skeleton className="h-5" />
  </Loading>,
);

interface WhyDialogProps {
  number: ShownNumber;
  isOpen: boolean;
  onClose: () => void;
}

export function WhyDialog({ number, isOpen, onClose }: WhyDialogProps) {
  const returnFocus = useReturnFocus();

  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade bg-shade fixed inset-0 z-50" />
        <Dialog.Content
          {...returnFocus}
          aria-describedby={undefined}
          className="fade bg-surface shadow-float fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[85dvh] max-w-130 flex-col overflow-hidden rounded-t-xl sm:inset-x-4 sm:top-[10vh] sm:bottom-auto sm:max-h-[80vh] sm:rounded-md"
        >
          <Story number={number} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A total leads to the parts it is the sum of, and back. */
function Story({ number }: { number: ShownNumber }) {
  const [part, setPart] = useState<ShownNumber | null>(null);
  // Returning from a part restores the position.
  const [left, setLeft] = useState<ShownNumber | null>(null);
  const back = useRef<HTMLButtonElement>(null);
  const open = (next: ShownNumber | null) => {
    setLeft(part);
    setPart(next);
  };

  useEffect(() => back.current?.focus(), [part]);

  return (
    <>
      <div className="border-line flex shrink-0 items-center justify-between gap-2 border-b py-2 pr-2 pl-4">
        {part !== null && (
          <IconButton ref={back} label="Back to the total" onClick={() => open(null)} className="-ml-2">
            <ArrowLeft aria-hidden="true" className="size-5" />
          </IconButton>
        )}
        <Dialog.Title className="mr-auto min-w-0 text-[15px] font-semibold wrap-anywhere">
          {titleOf(part ?? number)}
        </Dialog.Title>
        <Dialog.Close asChild>
          <IconButton label="Close">
            <X aria-hidden="true" className="size-5" />
          </IconButton>
        </Dialog.Close>
      </div>
      {/* A new view starts at its top, wherever the other was scrolled to. */}
      <div key={part?.entity?.id ?? 'total'} className="min-h-0 overflow-y-auto overscroll-contain">
        <NumberStory number={number} part={part} left={left} onPart={open} />
      </div>
    </>
  );
}
