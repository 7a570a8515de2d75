import { Tags, X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../ui/button.tsx';

interface EntitySheetProps {
  title: string;
  /** Stands for the title where there is little room. */
  short: string;
  /** Receives a function that closes the sheet. */
  children: (close: () => void) => ReactNode;
}

/** The entities on small screens, in a sheet over the transcript, so that the matches of a chosen one show at once. */
export function EntitySheet({ title, short, children }: EntitySheetProps) {
  const [isOpen, setOpen] = useState(false);

  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <Button className="shrink-0">
          <Tags aria-hidden="true" className="size-4" />
          <span className="@max-[640px]/reading:sr-only">{title}</span>
          <span aria-hidden="true" className="hidden tabular-nums @max-[640px]/reading:inline">
            {short}
          </span>
        </Button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fade bg-shade fixed inset-0 z-40" />
        <Dialog.Content
          aria-describedby={undefined}
          className="sheet bg-surface shadow-float fixed inset-x-0 bottom-0 z-50 mx-auto max-h-[85dvh] max-w-140 overflow-y-auto overscroll-contain rounded-t-xl"
        >
          <div className="flex items-center justify-between py-2 pr-2 pl-4">
            <Dialog.Title className="text-[15px] font-semibold tabular-nums">{title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close entities">
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </Dialog.Close>
          </div>
          {children(() => setOpen(false))}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
