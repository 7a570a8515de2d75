import * as AlertDialog from 'radix-ui/alert-dialog';
import { buttonClasses } from '../ui/button.tsx';
import { useReturnFocus } from '../ui/return-focus.ts';

/** What a call answered. */
export interface UploadResult {
  /** One sentence. */
  readonly title: string;
  readonly lines: readonly string[];
}

/** Tells how an order ended, until the reader closes it. */
export function ResultDialog({ result, onClose }: { result: UploadResult | null; onClose: () => void }) {
  const returnFocus = useReturnFocus();

  return (
    <AlertDialog.Root open={result !== null} onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fade bg-shade fixed inset-0 z-40" />
        <AlertDialog.Content
          {...returnFocus}
          className="bg-surface shadow-float fixed inset-x-4 top-[18vh] z-50 mx-auto flex max-h-[75dvh] max-w-110 flex-col rounded-md py-5"
        >
          <div className="overflow-y-auto px-5">
            <AlertDialog.Title className="text-[15px] font-semibold text-pretty wrap-anywhere">
              {result?.title}
            </AlertDialog.Title>
            <AlertDialog.Description asChild>
              <div className="text-ink-soft mt-2 flex flex-col gap-1 text-pretty wrap-anywhere empty:hidden">
                {result?.lines.map((line) => (
                  <p key={line}>{line}</p>
                ))}
              </div>
            </AlertDialog.Description>
          </div>
          <div className="mt-5 flex justify-end px-5">
            {/* Has the initial focus. */}
            <AlertDialog.Cancel className={buttonClasses('solid')}>OK</AlertDialog.Cancel>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
