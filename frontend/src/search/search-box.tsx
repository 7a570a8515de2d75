import { LONGEST_QUERY } from '@earmark/contracts/search';
import type { SearchOptions } from '@earmark/contracts/search';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleHelp } from 'lucide-react';
import { useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { Ref } from 'react';
import { useListbox } from '../ui/listbox.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { FILTER_NAMES } from './box-text.ts';
import { completionsAt, FILTER_HINTS, filterAtCaret, withFilter } from './completion.ts';
import type { Completion } from './completion.ts';
import { SearchHelp } from './search-help.tsx';
import { searchOptions } from './search.api.ts';
import type { Search } from './use-search.ts';
import { useSlashKey } from './slash-key.ts';

interface SearchBoxProps {
  search: Search;
  /** Years in which episodes were published. */
  years: readonly string[];
  /** Called by the down arrow where nothing is offered. */
  onDown: () => void;
}

/** The text field for words and filters, with completion, and buttons that begin a filter. */
export function SearchBox({ search, years, onDown }: SearchBoxProps) {
  const { data: options } = useQuery(searchOptions);
  const box = useRef<BoxHandle>(null);
  const helpId = useId();
  const [isHelping, setHelping] = useState(false);

  return (
    <search aria-label="Passages">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search.submit(search.text);
        }}
        className="flex gap-2"
      >
        <CompletedField ref={box} search={search} options={options} years={years} onDown={onDown} />
        <Button type="submit" variant="solid" className="h-10! pointer-coarse:h-12!">
          Search
        </Button>
      </form>
      <div className="mt-2 flex items-center justify-between gap-3">
        <ul aria-label="Add a filter" className="flex min-w-0 gap-1.5 max-sm:overflow-x-auto sm:flex-wrap">
          {FILTER_NAMES.map((name) => (
            <li key={name}>
              <button
                type="button"
                title={FILTER_HINTS[name]}
                onClick={() => {
                  const { text, caret } = withFilter(search.text, name);
                  box.current?.write(text, caret);
                }}
                className="text-ink-soft hover:bg-hover hover:text-ink border-line h-6 rounded border px-1.5 text-[13px] pointer-coarse:h-9 pointer-coarse:px-2.5"
              >
                {name}:
              </button>
            </li>
          ))}
        </ul>
        <IconButton
          label="What can I type?"
          aria-expanded={isHelping}
          aria-controls={helpId}
          onClick={() => setHelping(!isHelping)}
        >
          <CircleHelp aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      {isHelping && <SearchHelp id={helpId} />}
    </search>
  );
}

interface BoxHandle {
  readonly write: (text: string, caret: number) => void;
}

interface CompletedFieldProps extends SearchBoxProps {
  ref: Ref<BoxHandle>;
  options: SearchOptions | undefined;
}

function CompletedField({ ref, search, options, years, onDown }: CompletedFieldProps) {
  const { text, state, type } = search;
  const field = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  // Where the caret belongs once the written text is shown.
  const placed = useRef<number | null>(null);
  const offersAt = (at: number) => completionsAt(text, Math.min(at, text.length), options, state.podcast, years);
  const offered = caret === null ? [] : offersAt(caret);
  const write = (next: string, at: number) => {
    type(next, filterAtCaret(next, at));
    setCaret(at);
    placed.current = at;
  };
  const list = useListbox({
    count: offered.length,
    of: text,
    isOpen: caret !== null,
    onOpen: () => {
      const at = field.current?.selectionStart ?? text.length;
      if (caret === null && offersAt(at).length > 0) setCaret(at);
      else onDown();
    },
    onClose: () => setCaret(null),
    onChoose: (index) => {
      const chosen = offered[index];
      if (chosen !== undefined) write(chosen.text, chosen.caret);
    },
  });

  useSlashKey(field);
  useImperativeHandle(ref, () => ({ write }));
  useLayoutEffect(() => {
    if (placed.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(placed.current, placed.current);
    placed.current = null;
  });

  return (
    <div className="relative min-w-0 flex-1">
      <SearchField
        ref={field}
        placeholder="Search what was said, e.g. “open source” OR linux* speaker:…"
        maxLength={LONGEST_QUERY}
        value={text}
        onChange={(next) => {
          const at = field.current?.selectionStart ?? next.length;
          setCaret(at);
          type(next, filterAtCaret(next, at));
        }}
        input={{
          ...list.inputProps,
          'aria-label': 'Search what was said',
          'aria-keyshortcuts': '/',
          spellCheck: false,
          autoCapitalize: 'none',
          onBlur: () => setCaret(null),
          onSelect: ({ currentTarget }) => setCaret((at) => (at === null ? at : currentTarget.selectionStart)),
        }}
        className="[&_input]:h-10! pointer-coarse:[&_input]:h-12!"
      />
      {list.isOpen && (
        <ul
          {...list.listProps}
          aria-label="Completions"
          className="bg-raised shadow-float absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto overscroll-contain rounded-md p-1"
        >
          {offered.map((completion, index) => (
            <Offer
              key={completion.text}
              completion={completion}
              isActive={index === list.active}
              {...list.optionProps(index)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

type OfferProps = { completion: Completion; isActive: boolean } & ReturnType<
  ReturnType<typeof useListbox>['optionProps']
>;

function Offer({ completion: { label, about }, isActive, ...option }: OfferProps) {
  return (
    <li
      {...option}
      className={clsx(
        'flex min-h-8 cursor-pointer items-center justify-between gap-3 rounded px-2 py-1 pointer-coarse:min-h-11',
        isActive && 'bg-accent-soft text-accent-strong',
      )}
    >
      <span className="min-w-0 truncate">{label}</span>
      <span className={clsx('shrink-0 text-xs', isActive ? '' : 'text-ink-faint')}>{about}</span>
    </li>
  );
}
