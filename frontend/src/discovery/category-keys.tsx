import type { EntityTypeView } from '@earmark/contracts/vocabulary';
import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { hueOf } from '../ui/hue.ts';
import { NamedIcon } from '../ui/named-icon.tsx';
import { KeyHint } from './key-hint.tsx';

interface CategoryKeysProps {
  types: readonly EntityTypeView[];
  /** Name of the card's category. */
  value: string;
  onChange: (type: EntityTypeView) => void;
  onNewType: () => void;
}

const WITH_KEYS = 9;

/** Changes the type with one press. The first nine have digits. */
export function CategoryKeys({ types, value, onChange, onNewType }: CategoryKeysProps) {
  return (
    <fieldset aria-label="Change type" className="flex flex-wrap gap-1.5">
      {types.map((type, at) => {
        const isChosen = type.name === value;

        return (
          <button
            key={type.id}
            type="button"
            aria-pressed={isChosen}
            onClick={() => !isChosen && onChange(type)}
            data-hue={hueOf(type.colorClass)}
            className={clsx(
              'inline-flex h-7 items-center gap-1.5 rounded-md border px-2 text-[13px] pointer-coarse:h-11',
              isChosen ? 'chip border-transparent font-semibold' : 'border-line bg-surface hover:bg-hover',
            )}
          >
            <NamedIcon name={type.iconName} className="size-3.5" />
            {type.displayName}
            {at < WITH_KEYS && <KeyHint>{String(at + 1)}</KeyHint>}
          </button>
        );
      })}
      <button
        type="button"
        onClick={onNewType}
        className="text-ink-soft border-line-strong hover:bg-hover inline-flex h-7 items-center gap-1 rounded-md border border-dashed px-2 text-[13px] pointer-coarse:h-11"
      >
        <Plus aria-hidden="true" className="size-3.5" />
        New Type
      </button>
    </fieldset>
  );
}
