import { cloneElement, useState } from 'react';
import type { ComponentProps, ReactElement } from 'react';
import { lateDialog } from '../ui/late.tsx';
import type { ShownNumber } from './why.api.ts';

// Numbers are on every page, and few of them are asked about.
const load = () => import('./why-dialog.tsx');
const WhyDialog = lateDialog(async () => (await load()).WhyDialog);

interface WhyPanelProps {
  number: ShownNumber;
  /** The button that opens it. */
  children: ReactElement<ComponentProps<'button'>>;
}

/** Explains a number: its breakdown and its changes. */
export function WhyPanel({ number, children }: WhyPanelProps) {
  const [isOpen, setOpen] = useState(false);

  return (
    <>
      {cloneElement(children, {
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        onPointerEnter: () => void load().catch(() => {}),
        onClick: () => setOpen(true),
      })}
      <WhyDialog number={number} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
