import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import * as Dialog from 'radix-ui/dialog';
import { useRef, useState } from 'react';
import { useNavigate } from '../kit/router/routing.tsx';
import { useDebounced } from '../kit/debounced.ts';
import { usePreferences } from '../kit/preferences.ts';
import { suggestions } from '../search/search.api.ts';
import { SuggestedLine } from '../search/suggested-line.tsx';
import { suggestedGroups } from '../search/suggested-links.ts';
import { Button } from '../ui/button.tsx';
import { useReturnFocus } from '../ui/return-focus.ts';
import { byBeginning, usePaletteCommands, type CommandGroup } from './palette-commands.ts';
import './palette.css';

const TYPING_MS = 40;

interface PaletteProps {
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
}

/** Goes anywhere and does anything that the person may, by typing part of its name. */
export function Palette({ text, onText, onClose }: PaletteProps) {
  const navigate = useNavigate();
  const returnFocus = useReturnFocus();
  const field = useRef<HTMLInputElement>(null);
  const asked = useDebounced(text.trim(), TYPING_MS);
  const { data, error, isPlaceholderData, refetch } = useQuery(suggestions(asked));
  const { timeFormat } = usePreferences();
  const found = data === undefined || asked === '' ? [] : suggestedGroups(data, asked, timeFormat);
  const { begun, commands } = byBeginning(usePaletteCommands(text.trim()), text.trim());
  const run = (act: () => void) => {
    onClose();
    act();
  };
  // New finds make their first one the choice.
  const first = begun[0]?.items[0]?.key ?? found[0]?.links[0]?.key ?? commands[0]?.items[0]?.key ?? '';
  const [choice, setChoice] = useState({ among: first, key: first });
  const isNothing = [begun, found, commands].every(({ length }) => length === 0);
  const runs = (act: () => void) => () => run(act);

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade bg-shade fixed inset-0 z-50" />
        <Dialog.Content
          {...returnFocus}
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus();
            // Radix would select what has been typed, and the next letter replace it.
            event.preventDefault();
            field.current?.focus();
          }}
          aria-describedby={undefined}
          className="palette bg-raised shadow-float fixed inset-x-3 top-[10vh] z-50 mx-auto flex max-h-[min(560px,75dvh)] max-w-150 flex-col overflow-hidden rounded-xl"
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <Command
            label="Search and commands"
            shouldFilter={false}
            vimBindings={false}
            loop
            value={choice.among === first ? choice.key : first}
            onValueChange={(key) => setChoice({ among: first, key })}
            className="flex min-h-0 flex-col"
          >
            <Command.Input
              ref={field}
              value={text}
              onValueChange={onText}
              placeholder="Search, or go to a page..."
              maxLength={200}
              className="border-line placeholder:text-ink-faint h-12 w-full shrink-0 border-b bg-transparent px-4 text-base outline-none"
            />
            <Command.List
              label="Results"
              className={`min-h-0 overflow-y-auto overscroll-contain p-1.5 ${isPlaceholderData ? 'opacity-60' : ''}`}
            >
              {error !== null && (
                <div role="alert" className="flex items-center justify-between gap-3 p-2">
                  <p className="text-bad text-[13px] wrap-anywhere">Could not search. {error.message}</p>
                  <Button onClick={() => void refetch()}>Try again</Button>
                </div>
              )}
              {isNothing && error === null && (
                <p className="text-ink-soft p-3">{data === undefined ? 'Searching…' : `Nothing found for “${text}”`}</p>
              )}
              <CommandGroups groups={begun} onSelect={runs} />
              {found.map(({ title, links }) => (
                <Command.Group key={title} heading={title}>
                  {links.map((link) => (
                    <Command.Item key={link.key} value={link.key} onSelect={() => run(() => navigate(link.to))}>
                      <SuggestedLine link={link} />
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
              <CommandGroups groups={commands} onSelect={runs} />
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface CommandGroupsProps {
  groups: readonly CommandGroup[];
  onSelect: (act: () => void) => () => void;
}

const CommandGroups = ({ groups, onSelect }: CommandGroupsProps) =>
  groups.map(({ title, items }) => (
    <Command.Group key={title} heading={title}>
      {items.map(({ key, label, icon: Icon, act }) => (
        <Command.Item key={key} value={key} onSelect={onSelect(act)}>
          <span className="text-ink-faint flex size-6 shrink-0 items-center justify-center">
            <Icon aria-hidden="true" className="size-4" />
          </span>
          <span className="min-w-0 truncate">{label}</span>
        </Command.Item>
      ))}
    </Command.Group>
  ));
