import * as Dialog from 'radix-ui/dialog';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button, buttonClasses } from '../ui/button.tsx';
import { CheckField } from '../ui/check-field.tsx';
import { useReturnFocus } from '../ui/return-focus.ts';

interface ProcessDialogProps {
  title: string;
  /** What would run, in sentences. */
  about: (skipTranscription: boolean) => ReactNode;
  isOpen: boolean;
  /** False when there is nothing to process. */
  isPossible?: boolean;
  onProcess: (skipTranscription: boolean) => void;
  onClose: () => void;
}

/** Says what processing would run before it is started. */
export function ProcessDialog({ title, about, isOpen, isPossible = true, onProcess, onClose }: ProcessDialogProps) {
  const returnFocus = useReturnFocus();
  const [skipTranscription, setSkip] = useState(false);

  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade bg-shade fixed inset-0 z-40" />
        <Dialog.Content
          {...returnFocus}
          className="bg-surface shadow-float fixed inset-x-4 top-[18vh] z-50 mx-auto flex max-h-[75dvh] max-w-110 flex-col overflow-y-auto rounded-md p-5"
        >
          <Dialog.Title className="text-[15px] font-semibold text-balance wrap-anywhere">{title}</Dialog.Title>
          <Dialog.Description className="text-ink-soft mt-2 text-pretty">{about(skipTranscription)}</Dialog.Description>
          <div className="mt-2">
            <CheckField label="skip transcription" value={skipTranscription} onChange={setSkip} />
          </div>
          <div className="mt-4 flex justify-end gap-2">
            <Dialog.Close className={buttonClasses('outline')}>Cancel</Dialog.Close>
            <Button
              variant="solid"
              disabled={!isPossible}
              onClick={() => {
                onProcess(skipTranscription);
                onClose();
              }}
            >
              Process
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
