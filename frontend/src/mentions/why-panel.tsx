import { cloneElement, lazy, Suspense, useState } from 'react';
import type { ComponentProps, ReactElement } from 'react';
import type { ShownNumber } from './why.api.ts';

// Numbers are on every page, and few of them are asked about.
const load = () => import('./why-dialog.tsx');
const WhyDialog = lazy(async () => ({ default: (await load()).WhyDialog }));

interface WhyPanelProps {
  number: ShownNumber;
  /** The button that opens it. */
  children: ReactElement<ComponentProps<'button'>>;
}

/** Explains a number: its breakdown and its changes. */
export function WhyPanel({ number, children }: WhyPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);

  return (
    <>
      {cloneElement(children, {
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        onPointerEnter: () => void load().catch(() => {}),
        onClick: () => {
          setOpened(true);
          setOpen(true);
        },
      })}
      {wasOpened && (
        <Suspense>
          <WhyDialog number={number} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
