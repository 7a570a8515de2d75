import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from '../kit/router/routing.tsx';
import { boxTextOf, searchOfText, searchStateOf } from './box-text.ts';
import type { FilterToken } from './box-text.ts';
import { searchParamsOf } from './search-state.ts';
import type { SearchState } from './search-state.ts';

/** The address follows typing with this delay, since browsers allow few changes of it a second. */
const ADDRESS_MS = 300;

export interface Search {
  readonly state: SearchState;
  /** What the box says. */
  readonly text: string;
  /** Takes in what is typed; `unfinished` is a filter that does not count yet. The address follows. */
  readonly type: (text: string, unfinished: FilterToken | null) => void;
  /** Changes criteria, as a step to which Back returns. */
  readonly change: (change: Partial<SearchState>) => void;
  /** Takes in this text of the box whole. */
  readonly submit: (text: string) => void;
}

interface Draft {
  readonly text: string;
  readonly state: SearchState;
  /** The search in the address when the typing began, and the latest one that the typing knows of. */
  readonly from: string;
  readonly at: string;
  /** What the typing has sent to the address, which arrives there while the typing goes on. */
  readonly sent: readonly string[];
}

/** One state for box and criteria, kept in the address. */
export function useSearch(): Search {
  const [params, setParams] = useSearchParams();
  const asked = useMemo(() => searchStateOf(params), [params]);
  const askedKey = keyOf(asked);
  const [draft, setDraft] = useState<Draft | null>(null);
  const draftKey = draft === null ? null : keyOf(draft.state);
  if (draft !== null && draft.at !== askedKey) {
    // Back and Forward show the search of that entry, not what was typed.
    setDraft(askedKey === draftKey || draft.sent.includes(askedKey) ? { ...draft, at: askedKey } : null);
  }
  const isNew = draft !== null && draft.from === askedKey;

  useEffect(() => {
    if (draftKey === null || draftKey === askedKey) return undefined;
    // One entry of the history for all that is typed in one go.
    const timer = setTimeout(() => {
      setDraft((typed) => typed && { ...typed, sent: [...typed.sent, draftKey] });
      setParams(draftKey, { replace: !isNew, preventScrollReset: true });
    }, ADDRESS_MS);

    // Returning after a quick click on a link shows what was typed too.
    const keep = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a') !== null)
        history.replaceState(history.state, '', `?${draftKey}`);
    };
    document.addEventListener('click', keep, { capture: true });

    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', keep, { capture: true });
    };
  }, [draftKey, askedKey, isNew, setParams]);

  const state = draft?.state ?? asked;
  const go = (next: SearchState, replace: boolean) => {
    setDraft(null);
    const key = keyOf(next);
    if (key !== askedKey) setParams(key, { replace, preventScrollReset: true, flushSync: true });
  };

  return {
    state,
    text: draft?.text ?? boxTextOf(asked),
    // What has been sent may be newer than this render, which would take its arrival for Back or Forward.
    type: (text, unfinished) =>
      setDraft((typed) => ({
        text,
        state: { ...(typed?.state ?? state), ...searchOfText(text, unfinished) },
        from: typed?.from ?? askedKey,
        at: askedKey,
        sent: typed?.sent ?? [],
      })),
    change: (change) => go({ ...state, ...change }, false),
    submit: (text) => go({ ...state, ...searchOfText(text) }, draft !== null && !isNew),
  };
}

const keyOf = (state: SearchState): string => String(searchParamsOf(state));
