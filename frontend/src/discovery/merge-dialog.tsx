import type { CandidateCard } from '@earmark/contracts/discovery';
import { EntityIndexAnswer } from '@earmark/contracts/search';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { useState } from 'react';
import { getJson } from '../kit/api.ts';
import { counted } from '../kit/counted.ts';
import { useDebounced } from '../kit/debounced.ts';
import { IconButton } from '../ui/button.tsx';
import { useListbox } from '../ui/listbox.ts';
import { useReturnFocus } from '../ui/return-focus.ts';
import { SearchField } from '../ui/search-field.tsx';
import { DISCOVERY } from './discovery.api.ts';
import type { MergeTarget } from './verdict.ts';

const SETTLES_AFTER_MS = 150;

const entitiesNamed = (text: string) =>
  queryOptions({
    queryKey: [...DISCOVERY, 'entities', text],
    queryFn: async ({ signal }) =>
      (await getJson(`/api/entities?${new URLSearchParams({ q: text })}`, EntityIndexAnswer, signal)).entities,
    enabled: text !== '',
  });

interface MergeDialogProps {
  card: CandidateCard;
  onChoose: (target: MergeTarget) => void;
  onClose: () => void;
}

interface Option extends MergeTarget {
  readonly about: string;
}

const MOST = 8;

/** Chooses the entity that the candidate is another name of: a near match, or any that is found by name. */
export function MergeDialog({ card, onChoose, onClose }: MergeDialogProps) {
  const returnFocus = useReturnFocus();
  const [text, setText] = useState('');
  const wanted = useDebounced(text.trim(), SETTLES_AFTER_MS);
  const { data = [], error } = useQuery(entitiesNamed(wanted));
  const options: readonly Option[] =
    text.trim() === ''
      ? card.near.map(({ entityId, name, type, how }) => ({ entityId, name, about: `${type} · ${how}` }))
      : data.slice(0, MOST).map(({ id, name, type, mentions }) => ({
          entityId: id,
          name,
          about: `${type} · ${counted(mentions, 'mention')}`,
        }));
  const choose = (index: number) => {
    const option = options[index];
    if (option !== undefined) onChoose({ entityId: option.entityId, name: option.name });
  };
  const { active, inputProps, listProps, optionProps } = useListbox({
    count: options.length,
    of: text,
    isOpen: true,
    onOpen: () => {},
    onClose,
    onChoose: choose,
  });

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade bg-shade fixed inset-0 z-40" />
        <Dialog.Content
          aria-describedby={undefined}
          {...returnFocus}
          className="bg-surface shadow-float fixed inset-x-4 top-[12vh] z-50 mx-auto flex max-h-[76dvh] max-w-120 flex-col rounded-md p-4"
        >
          <div className="-mt-1 flex items-start justify-between gap-2">
            <Dialog.Title className="py-1.5 text-[15px] font-semibold wrap-anywhere">
              Add “{card.name}” as another name of…
            </Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close" className="-mr-2">
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </Dialog.Close>
          </div>
          <form
            className="mt-2 flex min-h-0 flex-col"
            onSubmit={(event) => {
              event.preventDefault();
              choose(Math.max(0, active));
            }}
          >
            <SearchField
              placeholder="Search entities"
              value={text}
              onChange={setText}
              maxLength={200}
              input={inputProps}
            />
            <div {...listProps} aria-label="Entities" className="mt-2 min-h-0 overflow-y-auto">
              {options.map((option, at) => (
                <div
                  key={option.entityId}
                  {...optionProps(at)}
                  className={`flex min-h-10 cursor-pointer flex-col justify-center rounded-md px-3 py-1 pointer-coarse:min-h-11 ${at === active ? 'bg-hover' : ''}`}
                >
                  <span className="font-medium wrap-anywhere">{option.name}</span>
                  <span className="text-ink-soft text-[13px] wrap-anywhere">{option.about}</span>
                </div>
              ))}
            </div>
            <p className="text-ink-soft px-3 pt-2 text-[13px]">
              {error === null ? noteOf(options.length, text.trim(), wanted) : error.message}
            </p>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function noteOf(options: number, text: string, wanted: string): string {
  if (options > 0) return 'Enter takes the first one; the arrow keys choose another.';
  if (text === '') return 'No entity has a similar name. Type to search.';

  return text === wanted ? `No entity is called “${text}”.` : 'Searching…';
}
