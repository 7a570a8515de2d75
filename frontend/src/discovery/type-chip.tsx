import type { EntityTypeView } from '@earmark/contracts/vocabulary';
import { hueOf } from '../ui/hue.ts';
import { NamedIcon } from '../ui/named-icon.tsx';

interface TypeChipProps {
  name: string;
  /** Whether there is a category of this name. */
  exists: boolean;
  type: EntityTypeView | undefined;
}

/** A category as its chip; one that does not exist with a dashed line instead of a colour. */
export function TypeChip({ name, exists, type }: TypeChipProps) {
  if (!exists && type === undefined)
    return (
      <span className="border-line-strong text-ink-soft inline-flex h-5 max-w-36 shrink-0 items-center rounded border border-dashed px-1.5 text-xs font-medium">
        <span className="truncate">{name}</span>
      </span>
    );

  return (
    <span
      data-hue={hueOf(type?.colorClass ?? '')}
      className="chip inline-flex h-5 max-w-36 shrink-0 items-center gap-1 rounded px-1.5 text-xs font-medium"
    >
      <NamedIcon name={type?.iconName ?? ''} className="size-3 shrink-0" />
      <span className="truncate">{type?.displayName ?? name}</span>
    </span>
  );
}
