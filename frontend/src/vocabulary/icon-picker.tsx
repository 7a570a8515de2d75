import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { NamedIcon } from '../ui/named-icon.tsx';
import { namedIcons } from '../ui/named-icons.ts';
import { SearchField } from '../ui/search-field.tsx';
import { inputClasses } from '../ui/text-field.tsx';

interface IconPickerProps {
  value: string;
  onChange: (name: string) => void;
}

/** Chooses an icon by name. Escape, Enter, a click on an icon or a click outside closes the panel. */
export function IconPicker({ value, onChange }: IconPickerProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);

  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span id={id} className="text-ink-soft text-[13px] font-medium">
        Icon
      </span>
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger
          aria-labelledby={`${id} ${id}-value`}
          className={clsx(inputClasses, 'flex items-center gap-2 text-left')}
        >
          <NamedIcon name={value} className="text-ink-soft size-4 shrink-0" />
          <span id={`${id}-value`} className="min-w-0 flex-1 truncate">
            {value}
          </span>
          <ChevronDown aria-hidden="true" className="text-ink-faint size-4 shrink-0" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="start"
            sideOffset={4}
            collisionPadding={12}
            aria-label="Icons"
            className="fade bg-raised shadow-float z-50 w-[min(364px,calc(100vw-24px))] rounded-md p-3"
          >
            <Icons value={value} onChange={onChange} onDone={() => setOpen(false)} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}

function Icons({ value, onChange, onDone }: IconPickerProps & { onDone: () => void }) {
  const group = useId();
  const [text, setText] = useState('');
  const wanted = text.toLowerCase().replaceAll(/\s+/g, '');
  const shown = [...namedIcons.keys()].filter((name) => name.toLowerCase().includes(wanted));

  const takeFirst = (event: KeyboardEvent) => {
    const [first] = shown;
    if (event.key !== 'Enter' || wanted === '' || first === undefined) return;
    event.preventDefault();
    onChange(first);
    onDone();
  };

  return (
    <>
      <SearchField placeholder="Search icons..." value={text} onChange={setText} onKeyDown={takeFirst} />
      {shown.length === 0 ? (
        <output className="text-ink-soft block py-8 text-center">No icon matches “{text.trim()}”</output>
      ) : (
        <fieldset className="mt-3 grid max-h-75 grid-cols-[repeat(auto-fill,minmax(40px,1fr))] gap-1 overflow-y-auto overscroll-contain p-0.5 pointer-coarse:grid-cols-[repeat(auto-fill,minmax(44px,1fr))]">
          <legend className="sr-only">Icon</legend>
          {shown.map((name) => (
            <label
              key={name}
              title={name}
              className={clsx(
                'relative flex h-10 items-center justify-center rounded-md pointer-coarse:h-11',
                'has-focus-visible:outline-2 has-focus-visible:outline-(--accent)',
                name === value ? 'bg-accent text-on-accent' : 'text-ink-soft hover:bg-hover hover:text-ink',
              )}
            >
              <input
                type="radio"
                name={group}
                aria-label={name}
                checked={name === value}
                onChange={() => onChange(name)}
                // Arrow keys also trigger a click, without a pointer.
                onClick={({ detail }) => detail > 0 && onDone()}
                onKeyDown={({ key }) => key === 'Enter' && onDone()}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <NamedIcon name={name} className="size-4.5" />
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
