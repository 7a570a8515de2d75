import { X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { IconButton } from '../../ui/button.tsx';
import { UploadSteps } from './upload-steps.tsx';

interface UploadDialogProps {
  episode: { readonly uuid: string; readonly title: string };
  isOpen: boolean;
  onClose: () => void;
}

/** Takes a transcript file, shows what it would become, and records it when that is confirmed. */
export function UploadDialog({ episode: { uuid, title }, isOpen, onClose }: UploadDialogProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade bg-shade fixed inset-0 z-50" />
        <Dialog.Content className="bg-surface shadow-float fixed inset-x-4 top-[6vh] z-60 mx-auto flex max-h-[88dvh] max-w-160 flex-col rounded-md">
          <div className="border-line flex items-start justify-between gap-3 border-b py-3 pr-2 pl-5">
            <div className="min-w-0">
              <Dialog.Title className="text-[15px] font-semibold">Upload transcript</Dialog.Title>
              <Dialog.Description className="text-ink-soft text-[13px] wrap-anywhere">{title}</Dialog.Description>
            </div>
            <Dialog.Close asChild>
              <IconButton label="Close">
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </Dialog.Close>
          </div>
          <UploadSteps episodeUuid={uuid} onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
