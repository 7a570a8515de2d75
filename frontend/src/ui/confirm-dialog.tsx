import { clsx } from 'clsx';
import * as AlertDialog from 'radix-ui/alert-dialog';
import type { ReactNode } from 'react';
import { buttonClasses } from './button.tsx';
import { useReturnFocus } from './return-focus.ts';
import { useConfirmed } from './confirmed.ts';

interface ConfirmDialogProps {
  /** The question. */
  title: string;
  /** Description, read aloud with the question. */
  about: ReactNode;
  /** Details that help to decide. */
  children?: ReactNode;
  /** Label of the confirm button. */
  confirm: string;
  /** Label of the button that changes nothing. Default: Cancel, which means two things where something is to be cancelled. */
  dismiss?: string;
  /** Default: danger, for what destroys something. */
  variant?: 'danger' | 'solid';
  isOpen: boolean;
  /** Called before confirming; if it returns false, the dialog stays open. */
  mayConfirm?: () => Promise<boolean>;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Asks for confirmation before something destructive. Escape and the first button change nothing. That button has the
 * initial focus, which returns to its origin afterwards.
 */
export function ConfirmDialog({
  title,
  about,
  children,
  dismiss = 'Cancel',
  isOpen,
  onClose,
  ...rest
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus();

  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fade bg-shade fixed inset-0 z-40" />
        <AlertDialog.Content
          {...returnFocus}
          className="bg-surface shadow-float fixed inset-x-4 top-[18vh] z-50 mx-auto flex max-h-[75dvh] max-w-110 flex-col rounded-md py-5"
        >
          <div className="overflow-y-auto px-5">
            <AlertDialog.Title className="text-[15px] font-semibold text-balance">{title}</AlertDialog.Title>
            <AlertDialog.Description className="text-ink-soft mt-2 text-pretty wrap-anywhere">
              {about}
            </AlertDialog.Description>
            {children !== undefined && <div className="text-ink-soft mt-2 text-pretty wrap-anywhere">{children}</div>}
          </div>
          <div className="mt-5 flex justify-end gap-2 px-5">
            <AlertDialog.Cancel className={buttonClasses('outline')}>{dismiss}</AlertDialog.Cancel>
            <ConfirmButton onClose={onClose} {...rest} />
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

type ConfirmButtonProps = Pick<ConfirmDialogProps, 'confirm' | 'variant' | 'mayConfirm' | 'onConfirm' | 'onClose'>;

function ConfirmButton({ confirm, variant = 'danger', mayConfirm, onConfirm, onClose }: ConfirmButtonProps) {
  const { isAsking, onConfirmed } = useConfirmed();

  return (
    <AlertDialog.Action
      aria-disabled={isAsking}
      onClick={(event) => {
        if (mayConfirm === undefined) return onConfirm();
        event.preventDefault();
        if (isAsking) return;
        void onConfirmed(mayConfirm(), () => {
          onConfirm();
          onClose();
        });
      }}
      className={clsx(buttonClasses(variant), 'aria-disabled:opacity-50')}
    >
      {isAsking ? 'Checking…' : confirm}
    </AlertDialog.Action>
  );
}
