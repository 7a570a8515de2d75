import { useRef, useState } from 'react';
import type { z } from 'zod';

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
  const [draft, setDraft] = useState(() => read(key, schema));
  const newest = useRef(draft);
  const [isRestored, setRestored] = useState(draft !== null);

  return {
    draft,
    isRestored,
    change: (next) => {
      store(key, next);
      newest.current = next;
      setDraft(next);
      if (next === null) setRestored(false);
    },
    current: () => newest.current,
  };
}

function read<Schema extends z.ZodType>(key: string, schema: Schema): z.infer<Schema> | null {
  try {
    const parsed = schema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'));

    return parsed.success ? parsed.data : null;
  } catch (error) {
    // Nothing that we wrote, or a browser that keeps nothing.
    if (error instanceof SyntaxError || error instanceof DOMException) return null;
    throw error;
  }
}

function store(key: string, draft: unknown): void {
  try {
    if (draft === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(draft));
  } catch (error) {
    // Where the browser keeps nothing, or has no room, the draft holds until the page is left.
    if (!(error instanceof DOMException)) throw error;
  }
}
