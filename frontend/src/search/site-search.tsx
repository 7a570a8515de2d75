import { typedQuery } from '@earmark/contracts/search';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from '../kit/router/routing.tsx';
import { counted } from '../kit/counted.ts';
import { useDebounced } from '../kit/debounced.ts';
import { usePreferences } from '../kit/preferences.ts';
import { late } from '../ui/late.tsx';
import { useListbox } from '../ui/listbox.ts';
import { SearchField } from '../ui/search-field.tsx';
import { suggestions } from './search.api.ts';
import { searchPath } from './search-state.ts';
import { suggestedGroups } from './suggested-links.ts';

// Loaded when something is typed for the first time.
export const loadSuggestionPanel = () => import('./suggestion-panel.tsx');
const SuggestionPanel = late(async () => (await loadSuggestionPanel()).SuggestionPanel);

/** Collapses the keys of one word into one request. */
const TYPING_MS = 40;

/** The search of every page: offers what is found while one types; Enter leads to all of it. */
export function SiteSearch() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const wanted = text.trim();
  const asked = useDebounced(wanted, TYPING_MS);
  const query = useQuery(suggestions(asked));
  const { data, error, isPlaceholderData, refetch } = query;
  const { timeFormat } = usePreferences();
  const groups = data === undefined ? null : suggestedGroups(data, asked, timeFormat);
  const everything = `/search?${new URLSearchParams({ q: wanted })}`;
  const ways = [
    { to: everything, label: `Search for “${wanted}”` },
    {
      to: searchPath({ words: typedQuery(wanted) }),
      label: passagesLabel(wanted, isPlaceholderData ? null : data?.totalPassages),
    },
  ];
  const targets = [...(groups ?? []).flatMap(({ links }) => links), ...ways].map(({ to }) => to);
  const leave = () => {
    setText('');
    setOpen(false);
  };
  const list = useListbox({
    count: targets.length,
    of: asked,
    isOpen: isOpen && wanted !== '',
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    onChoose: (index) => {
      const to = targets[index];
      leave();
      if (to !== undefined) navigate(to);
    },
  });

  return (
    <search aria-label="Site" className="relative hidden w-72 md:block lg:w-96">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted === '') return;
          leave();
          navigate(everything, { flushSync: true });
        }}
      >
        <SearchField
          placeholder="Search podcasts, episodes, entities..."
          maxLength={200}
          value={text}
          onChange={(next) => {
            setText(next);
            setOpen(true);
          }}
          input={{ ...list.inputProps, onFocus: () => setOpen(true), onBlur: () => setOpen(false) }}
        />
        {text === '' && (
          <kbd
            aria-hidden="true"
            className="bg-hover text-ink-soft pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 rounded px-1.5 py-0.5 font-sans text-xs"
          >
            Ctrl K
          </kbd>
        )}
      </form>
      {list.isOpen && (
        <SuggestionPanel
          text={asked}
          groups={groups}
          ways={ways}
          failure={error?.message ?? null}
          onRetry={() => void refetch()}
          list={list}
          isOutdated={isPlaceholderData}
        />
      )}
      <output className="sr-only">
        {list.isOpen && groups !== null && !isPlaceholderData && counted(targets.length - ways.length, 'suggestion')}
      </output>
    </search>
  );
}

function passagesLabel(text: string, total: number | null | undefined): string {
  return total === null || total === undefined
    ? `Passages with “${text}”`
    : `${counted(total, 'passage')} with “${text}”`;
}
