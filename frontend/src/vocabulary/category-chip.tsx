import type { ReactNode } from 'react';
import { hueOf } from '../ui/hue.ts';
import { NamedIcon } from '../ui/named-icon.tsx';

interface CategoryChipProps {
  iconName: string;
  colorClass: string;
  children: ReactNode;
}

/** A category with its icon, colour and name. */
export function CategoryChip({ iconName, colorClass, children }: CategoryChipProps) {
  return (
    <span
      data-hue={hueOf(colorClass)}
      className="chip inline-flex h-7 min-w-0 items-center gap-1.5 rounded-md px-2 font-medium"
    >
      <NamedIcon name={iconName} className="size-4 shrink-0" />
      <span className="truncate">{children}</span>
    </span>
  );
}
