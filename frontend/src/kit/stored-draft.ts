import { use, useRef, useState } from 'react';
import type { z } from 'zod';
import { DraftOwnerContext, makeDraftPlace } from './draft-place.ts';

interface StoredDraft<Draft> {
  /** Null when nothing is unsaved. */
  readonly draft: Draft | null;
  /** Whether it was found here when the page was opened, and is still that one's work. */
  readonly isRestored: boolean;
  /** Null forgets it. */
  readonly change: (next: Draft | null) => void;
  /** The draft as it is when this is called: for what comes back later, as an answer or an undo does. */
  readonly current: () => Draft | null;
}

/** What somebody has not saved yet, kept in this browser under the key until it is saved or discarded. */
export function useStoredDraft<Schema extends z.ZodType>(key: string, schema: Schema): StoredDraft<z.infer<Schema>> {
  const owner = use(DraftOwnerContext);
  const [place] = useState(() => makeDraftPlace(key, owner));
  const [draft, setDraft] = useState(() => place.read(schema));
  const newest = useRef(draft);
  const [isRestored, setRestored] = useState(draft !== null);

  return {
    draft,
    isRestored,
    change: (next) => {
      if (next === null) place.renew(null);
      else place.put(next);
      newest.current = next;
      setDraft(next);
      if (next === null) setRestored(false);
    },
    current: () => newest.current,
  };
}
