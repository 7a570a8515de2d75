import { useSyncExternalStore } from 'react';
import type { z } from 'zod';

export interface Stored<Value> {
  /** Null when there is nothing, or nothing that fits the schema. The same object until something else is kept. */
  readonly read: () => Value | null;
  /** Null removes it. Where the browser keeps nothing, or has no room, the value holds until the page is left. */
  readonly write: (value: Value | null) => void;
  /** As it is kept, to tell whether somebody else has written since; null when there is nothing. */
  readonly text: () => string | null;
  /** Calls back after every change, in this tab or another one; returns what ends it. */
  readonly subscribe: (changed: () => void) => () => void;
}

interface StoredOptions {
  /** `text`: a string that is kept without quotes, for scripts that read it before the site does. */
  readonly as?: 'json' | 'text';
  /** `tab`: until the tab is closed, and for this tab only. */
  readonly until?: 'removed' | 'tab';
}

/** What this browser keeps under the key. Anybody may have written anything there, so it is parsed by the schema. */
export function stored<Schema extends z.ZodType>(
  key: string,
  schema: Schema,
  { as = 'json', until = 'removed' }: StoredOptions = {},
): Stored<z.infer<Schema>> {
  const listeners = new Set<() => void>();
  const announce = () => listeners.forEach((changed) => changed());
  const storage = () => (until === 'tab' ? globalThis.sessionStorage : globalThis.localStorage);
  // What the browser refused to keep.
  let refused: { text: string | null } | null = null;
  let parsed: { text: string | null; value: z.infer<Schema> | null } = { text: null, value: null };
  const text = () => (refused === null ? unlessRefused(() => storage()?.getItem(key) ?? null, null) : refused.text);
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) announce();
  };

  return {
    read: () => {
      const now = text();
      if (now !== parsed.text) {
        const result = schema.safeParse(now !== null && as === 'json' ? parsedOrNull(now) : now);
        parsed = { text: now, value: result.success ? result.data : null };
      }

      return parsed.value;
    },
    write: (value) => {
      const next = value === null ? null : as === 'text' ? String(value) : JSON.stringify(value);
      const isKept = unlessRefused(() => {
        if (next === null) storage()?.removeItem(key);
        else storage()?.setItem(key, next);

        return storage() !== undefined;
      }, false);
      refused = isKept ? null : { text: next };
      announce();
    },
    text,
    subscribe: (changed) => {
      listeners.add(changed);
      if (listeners.size === 1) addEventListener('storage', onStorage);

      return () => {
        listeners.delete(changed);
        if (listeners.size === 0) removeEventListener('storage', onStorage);
      };
    },
  };
}

/** The value now, and again after every change. */
export const useStored = <Value>({ subscribe, read }: Stored<Value>): Value | null =>
  useSyncExternalStore(subscribe, read);

/** The keys under which this browser keeps something. */
export const storedKeys = (): string[] => unlessRefused(() => Object.keys(globalThis.localStorage ?? {}), []);

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function unlessRefused<Answer>(call: () => Answer, otherwise: Answer): Answer {
  try {
    return call();
  } catch (error) {
    if (error instanceof DOMException) return otherwise;
    throw error;
  }
}
