import * as Dialog from 'radix-ui/dialog';
import { X } from 'lucide-react';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '../ui/button.tsx';

interface SlideOverProps {
  isOpen: boolean;
  onClose: () => void;
  /** Called once the panel has closed; returns the focus to the element that opened it. */
  returnFocus: () => void;
  children: ReactNode;
}

/** The navigation on small screens. Escape or a click outside closes it; the focus stays inside while it is open. */
export function SlideOver({ isOpen, onClose, returnFocus, children }: SlideOverProps) {
  const panel = useRef<HTMLDivElement>(null);
  const closing = useRef<HTMLButtonElement>(null);

  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade bg-shade fixed inset-0 z-40" />
        <Dialog.Content
          aria-describedby={undefined}
          // Otherwise the first button would get the focus, which toggles the theme.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            (panel.current?.querySelector<HTMLElement>('[aria-current="page"]') ?? closing.current)?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus();
          }}
          ref={panel}
          className="slide-over bg-surface shadow-float fixed inset-y-0 left-0 z-50 w-70 max-w-[85vw]"
        >
          <Dialog.Title className="sr-only">Navigation</Dialog.Title>
          {children}
          <Dialog.Close asChild>
            <IconButton ref={closing} label="Close menu" className="absolute! top-2 right-2 z-20">
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
