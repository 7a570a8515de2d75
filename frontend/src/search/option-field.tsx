import { clsx } from 'clsx';
import { ChevronDown, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useListbox } from '../ui/listbox.ts';
import { inputClasses } from '../ui/text-field.tsx';
import { filterOptions, findOption, nameOfOption } from './option-names.ts';
import type { Option } from './option-names.ts';

const OFFERED = 50;

interface OptionFieldProps {
  label: string;
  /** What stands for no restriction: `All speakers`. */
  all: string;
  /** As the search's state has it; '' does not restrict. */
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
}

/** Chooses one of many options by typing part of its name. */
export function OptionField({ label, all, value, options, onChange }: OptionFieldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // Null: shows the current choice.
  const [typed, setTyped] = useState<string | null>(null);
  const shown = findOption(value, options)?.label ?? value;
  const offered = isOpen ? filterOptions(options, typed ?? '', OFFERED) : [];
  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  const choose = (next: string) => {
    close();
    if (next !== value) onChange(next);
  };
  const chooseOption = (option: Option | null | undefined) =>
    option ? choose(nameOfOption(option, options)) : close();
  /** Takes over what is typed: nothing lifts the restriction, a whole name counts, half a name stands for `otherwise`. */
  const settle = (otherwise: Option | null | undefined) =>
    typed?.trim() === ''
      ? choose('')
      : chooseOption(findOption(typed ?? '', options) ?? (typed === null ? null : otherwise));
  const list = useListbox({
    count: offered.length,
    of: typed ?? '',
    isOpen,
    onOpen: () => setOpen(true),
    onClose: close,
    onChoose: (index) => chooseOption(offered[index]),
  });
  const { onKeyDown, ...inputProps } = list.inputProps;

  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-ink-soft text-[13px] font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          {...inputProps}
          id={id}
          value={typed ?? shown}
          placeholder={all}
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value);
            setOpen(true);
          }}
          onFocus={(event) => event.target.select()}
          onClick={() => setOpen(true)}
          onKeyDown={(event) => {
            const isEntered = event.key === 'Enter' && list.active < 0 && !event.nativeEvent.isComposing;
            if (isEntered && typed !== null) settle(offered[0]);
            else onKeyDown(event);
          }}
          onBlur={() => settle(null)}
          className={clsx(inputClasses, 'placeholder:text-ink! truncate pr-9')}
        />
        {value === '' ? (
          <ChevronDown
            aria-hidden="true"
            className="text-ink-faint pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2"
          />
        ) : (
          <button
            type="button"
            aria-label={`${all} instead of ${shown}`}
            title={all}
            onClick={() => choose('')}
            className="text-ink-faint hover:text-ink absolute top-1/2 right-1 flex size-7 -translate-y-1/2 items-center justify-center rounded pointer-coarse:right-0 pointer-coarse:size-11"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        )}
        {list.isOpen && (
          <ul
            {...list.listProps}
            aria-label={label}
            className="bg-raised shadow-float absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto overscroll-contain rounded-md p-1"
          >
            {offered.map((option, index) => (
              <li
                key={option.value}
                {...list.optionProps(index)}
                className={clsx(
                  'flex min-h-8 cursor-pointer items-center rounded px-2 py-1 wrap-anywhere pointer-coarse:min-h-11',
                  index === list.active && 'bg-accent-soft text-accent-strong',
                )}
              >
                {option.label}
              </li>
            ))}
          </ul>
        )}
        {isOpen && typed !== null && offered.length === 0 && (
          <output className="bg-raised shadow-float text-ink-soft absolute inset-x-0 top-full z-20 mt-1 rounded-md px-3 py-2">
            Nothing matches “{typed}”
          </output>
        )}
      </div>
    </div>
  );
}
