import { X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { IconButton } from './button.tsx';
import { useReturnFocus } from './return-focus.ts';

/** Keys with the same effect, or a pair with opposite effects, and what they do. */
export interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

interface KeysDialogProps {
  shortcuts: readonly Shortcut[];
  isOpen: boolean;
  onClose: () => void;
}

/** The keyboard shortcuts of a page, in a dialog. */
export function KeysDialog({ shortcuts, isOpen, onClose }: KeysDialogProps) {
  const returnFocus = useReturnFocus();

  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade bg-shade fixed inset-0 z-40" />
        <Dialog.Content
          aria-describedby={undefined}
          {...returnFocus}
          onKeyDown={(event) => {
            if (event.key !== '?') return;
            // Otherwise the page's own shortcuts, which run after the dialog has closed, would reopen it.
            event.preventDefault();
            onClose();
          }}
          className="bg-surface shadow-float fixed inset-x-4 top-[8vh] z-50 mx-auto max-h-[84dvh] max-w-120 overflow-y-auto rounded-md p-5"
        >
          <div className="-mt-1 flex items-center justify-between">
            <Dialog.Title className="text-[15px] font-semibold">Keyboard shortcuts</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close" className="-mr-2">
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </Dialog.Close>
          </div>
          <dl className="mt-2">
            {shortcuts.map(({ keys, does }) => (
              <div key={does} className="border-line flex items-center justify-between gap-4 border-t py-1.5">
                <dt className="order-2 flex gap-1.5">
                  {keys.map((key) => (
                    <kbd
                      key={key}
                      className="bg-hover border-line min-w-6 rounded border px-1.5 py-0.5 text-center font-sans text-[13px] whitespace-nowrap"
                    >
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
