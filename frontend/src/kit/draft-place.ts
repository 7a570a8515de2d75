import { createContext } from 'react';
import type { z } from 'zod';

/** Name of the account whose drafts the editors below keep and find again: a browser may be used by several. */
export const DraftOwnerContext = createContext('');

export type DraftPlace = ReturnType<typeof makeDraftPlace>;

/**
 * Where this browser keeps what an account has not saved yet. Another tab may use the same place: what it has put there is
 * no one else's to take away.
 */
export function makeDraftPlace(key: string, owner: string) {
  const place = `${key} ${owner}`;
  // What was last found or put here by this tab.
  let own: string | null = null;
  const put = (draft: unknown) =>
    unlessRefused(() => {
      own = JSON.stringify(draft);
      localStorage.setItem(place, own);
    });

  return {
    /** Null when there is none that fits. */
    read: <Schema extends z.ZodType>(schema: Schema): z.infer<Schema> | null => {
      const text = unlessRefused(() => localStorage.getItem(place));
      const parsed = schema.safeParse(parsedOrNull(text));
      if (!parsed.success) return null;
      own = text;

      return parsed.data;
    },
    /** For what somebody has just changed in this tab. */
    put,
    /** Only where that of this tab still stands; null forgets it. */
    renew: (draft: unknown) => {
      if (own === null || unlessRefused(() => localStorage.getItem(place)) !== own) return;
      if (draft !== null) return void put(draft);
      unlessRefused(() => localStorage.removeItem(place));
      own = null;
    },
  };
}

function parsedOrNull(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch (error) {
    // Nothing that we wrote.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Where the browser keeps nothing, or has no room, a draft holds until the page is left. */
function unlessRefused<Answer>(call: () => Answer): Answer | null {
  try {
    return call();
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
