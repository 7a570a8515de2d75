import { X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { IconButton } from '../ui/button.tsx';
import type { ChangeRowProps } from './change-row.tsx';
import { HistoryList } from './history-list.tsx';
import type { Subject } from './subject.ts';

interface HistorySheetProps extends Pick<ChangeRowProps, 'role' | 'comparison'> {
  subject: Subject;
  /** Name of the subject. */
  name: string;
  onClose: () => void;
  /** Called once the sheet has closed; returns the focus to the element that opened it. */
  returnFocus: () => void;
}

/** The history, beside the page or, on a phone, over it. */
export function HistorySheet({ subject, name, role, comparison, onClose, returnFocus }: HistorySheetProps) {
  return (
    // Not modal, so that the actions of a toast stay available.
    <Dialog.Root open modal={false} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          // Inside a form, Escape closes the form only.
          onEscapeKeyDown={(event) => {
            if (event.target instanceof Element && event.target.closest('form, [data-form]') !== null)
              event.preventDefault();
          }}
          onInteractOutside={(event) => {
            if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]') !== null)
              event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus();
          }}
          className="sheet bg-surface shadow-float fixed inset-y-0 right-0 z-50 flex w-full flex-col sm:max-w-140"
        >
          <div className="border-line flex items-center justify-between gap-2 border-b py-2 pr-2 pl-4">
            <div className="min-w-0">
              <Dialog.Title className="text-[15px] font-semibold">History</Dialog.Title>
              <p className="text-ink-soft truncate text-[13px]">{name}</p>
            </div>
            <Dialog.Close asChild>
              <IconButton label="Close history">
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </Dialog.Close>
          </div>
          <div className="sheet-body min-h-0 flex-1 overflow-y-auto overscroll-contain">
            <HistoryList subject={subject} role={role} comparison={comparison} onFollow={onClose} />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
