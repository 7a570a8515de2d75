import { ArrowLeft, X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { lazy, Suspense, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '../kit/button.tsx';
import { Loading, Skeleton } from '../kit/skeleton.tsx';
import type { Scope, ShownNumber } from './why.api.ts';

// Loaded when the first number is asked about.
const NumberStory = lazy(async () => ({ default: (await import('./number-story.tsx')).NumberStory }));

interface WhyPanelProps {
  number: ShownNumber;
  /** The button that opens it. */
  children: ReactNode;
}

/** Why a number is what it is: what it is made of, and what moved it. */
export function WhyPanel({ number, children }: WhyPanelProps) {
  return (
    <Dialog.Root>
      <Dialog.Trigger asChild>{children}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fade bg-shade fixed inset-0 z-40" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fade bg-surface shadow-float fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[85dvh] max-w-130 flex-col overflow-hidden rounded-t-xl sm:inset-x-4 sm:top-[10vh] sm:bottom-auto sm:max-h-[80vh] sm:rounded-md"
        >
          <Story number={number} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A total opens the numbers that it is the sum of, and leads back. */
function Story({ number }: { number: ShownNumber }) {
  const [part, setPart] = useState<ShownNumber | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const leftAt = useRef(0);
  const open = (next: ShownNumber | null) => {
    const { current: scrolled } = box;
    if (scrolled === null) return;
    if (next !== null) leftAt.current = scrolled.scrollTop;
    setPart(next);
    requestAnimationFrame(() => (scrolled.scrollTop = next === null ? leftAt.current : 0));
  };

  return (
    <>
      <div className="border-line flex shrink-0 items-center justify-between gap-2 border-b py-2 pr-2 pl-4">
        {part !== null && (
          <IconButton label="Back to the total" autoFocus onClick={() => open(null)} className="-ml-2">
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
      <div ref={box} className="min-h-0 overflow-y-auto overscroll-contain">
        <Suspense
          fallback={
            <Loading label="Loading the sum" className="flex flex-col gap-3 p-4">
              <Skeleton className="h-5" />
              <Skeleton className="h-5" />
            </Loading>
          }
        >
          <NumberStory number={number} part={part} onPart={open} />
        </Suspense>
      </div>
    </>
  );
}

const titleOf = ({ entity, scope }: ShownNumber): string =>
  `${entity === null ? 'All mentions' : `Mentions of ${entity.name}`} ${placeOf(scope)}`;

function placeOf(scope: Scope): string {
  switch (scope.kind) {
    case 'everywhere':
      return 'in all episodes';
    case 'podcast':
      return `in ${scope.name}`;
    case 'episode':
      return scope.title === null ? 'in this episode' : `in “${scope.title}”`;
  }
}
