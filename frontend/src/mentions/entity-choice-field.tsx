import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { useDebounced } from '../kit/debounced.ts';
import { hueOf } from '../ui/hue.ts';
import { useListbox } from '../ui/listbox.ts';
import { NamedIcon } from '../ui/named-icon.tsx';
import { inputClasses } from '../ui/text-field.tsx';
import { entityChoices } from './merging.api.ts';
import type { EntityChoice } from './merging.api.ts';
import { mentionsOf } from './number-words.ts';

const SETTLED_MS = 150;

interface EntityChoiceFieldProps {
  label: string;
  /** The id of the entity that cannot be chosen. */
  except: string;
  onChoose: (entity: EntityChoice) => void;
}

/** Chooses an entity by typing part of one of its names. */
export function EntityChoiceField({ label, except, onChoose }: EntityChoiceFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const asked = useDebounced(typed.trim(), SETTLED_MS);
  const { data = [], isFetching } = useQuery(entityChoices(asked));
  const offered = asked === '' ? [] : data.filter((entity) => entity.id !== except);
  const choose = (entity: EntityChoice | undefined) => {
    if (entity === undefined) return;
    setOpen(false);
    setTyped(entity.name);
    onChoose(entity);
  };
  const list = useListbox({
    count: offered.length,
    of: asked,
    isOpen,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    onChoose: (index) => choose(offered[index]),
  });
  const isUnknown = isOpen && asked !== '' && asked === typed.trim() && !isFetching && offered.length === 0;

  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-ink-soft text-[13px] font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          {...list.inputProps}
          id={id}
          value={typed}
          placeholder="Type a name"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value);
            setOpen(true);
          }}
          onBlur={() => setOpen(false)}
          className={clsx(inputClasses, 'truncate')}
        />
        {list.isOpen && (
          <ul
            {...list.listProps}
            aria-label={label}
            className="bg-raised shadow-float absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto overscroll-contain rounded-md p-1"
          >
            {offered.map((entity, index) => (
              <li
                key={entity.id}
                {...list.optionProps(index)}
                data-hue={hueOf(entity.colorClass)}
                className={clsx(
                  'flex min-h-8 cursor-pointer items-center gap-2 rounded px-2 py-1 pointer-coarse:min-h-11',
                  index === list.active && 'bg-accent-soft text-accent-strong',
                )}
              >
                <span className="chip flex size-5 shrink-0 items-center justify-center rounded">
                  <NamedIcon name={entity.iconName} className="size-3" />
                </span>
                <span className="min-w-0 flex-1 wrap-anywhere">{entity.name}</span>
                <span className="text-ink-soft shrink-0 text-[13px] tabular-nums">{mentionsOf(entity.mentions)}</span>
              </li>
            ))}
          </ul>
        )}
        {isUnknown && <output className="text-ink-soft mt-1 block text-[13px]">No entity is called “{asked}”.</output>}
      </div>
    </div>
  );
}
