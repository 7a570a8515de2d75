import { X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { IconButton } from '../kit/button.tsx';
import { NumberLedger } from './number-ledger.tsx';
import { NumberParts } from './number-parts.tsx';
import type { NumberPlace } from './why.api.ts';

interface WhyPanelProps {
  place: NumberPlace;
  /** Of the entity. */
  name: string;
  /** The button that opens it. */
  children: ReactNode;
}

/** Why a number is what it is: what it is made of, and what moved it. */
export function WhyPanel({ place, name, children }: WhyPanelProps) {
  return (
    <Dialog.Root>
      <Dialog.Trigger asChild>{children}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fade bg-shade fixed inset-0 z-40" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fade bg-surface shadow-float fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[85dvh] max-w-130 flex-col overflow-hidden rounded-t-xl sm:inset-x-4 sm:top-[10vh] sm:bottom-auto sm:max-h-[80vh] sm:rounded-md"
        >
          <div className="border-line flex shrink-0 items-center justify-between gap-2 border-b py-2 pr-2 pl-4">
            <Dialog.Title className="min-w-0 text-[15px] font-semibold wrap-anywhere">
              Mentions of {name} {place.episodeUuid === null ? 'in all episodes' : 'in this episode'}
            </Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close">
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </Dialog.Close>
          </div>
          <div className="min-h-0 overflow-y-auto overscroll-contain">
            <NumberParts place={place} />
            <NumberLedger place={place} />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
