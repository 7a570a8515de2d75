import { useState } from 'react';
import { NO_NOTES } from './verdict.ts';
import type { ReviewNotes } from './verdict.ts';

interface CardDraft {
  readonly of: string | null;
  readonly excepted: ReadonlySet<string>;
  readonly notes: ReviewNotes;
  readonly panel: 'review' | 'edit' | null;
}

const NONE: ReadonlySet<string> = new Set();
const NOTHING: CardDraft = { of: null, excepted: NONE, notes: NO_NOTES, panel: null };

/** What the reader has prepared for one card; another card begins anew. */
export function useCardDraft(key: string | null) {
  const [kept, setKept] = useState(NOTHING);
  if (kept !== NOTHING && kept.of !== key) setKept(NOTHING);
  const draft = kept.of === key ? kept : NOTHING;
  const set = (change: Partial<CardDraft>) => setKept({ ...draft, ...change, of: key });

  return {
    ...draft,
    clear: () => setKept(NOTHING),
    openPanel: (panel: CardDraft['panel']) => set({ panel }),
    setNotes: (change: Partial<ReviewNotes>) => set({ notes: { ...draft.notes, ...change } }),
    except: (id: string, isExcepted: boolean) => {
      const excepted = new Set(draft.excepted);
      if (isExcepted) excepted.add(id);
      else excepted.delete(id);
      set({ excepted });
    },
  };
}
