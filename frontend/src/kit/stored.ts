import { useSyncExternalStore } from 'react';
import type { z } from 'zod';

export interface Stored<Value> {
  /** Null if nothing is stored or it does not match the schema. The same object until something else is stored. */
  readonly read: () => Value | null;
  /** Null removes it. If the browser cannot store it, the value lasts until the page is left. */
  readonly write: (value: Value | null) => void;
  /** The raw stored text, for detecting writes by others; null if nothing is stored. */
  readonly text: () => string | null;
  /** Calls back after every change in this or another tab; returns a function to unsubscribe. */
  readonly subscribe: (changed: () => void) => () => void;
}

interface StoredOptions {
  /** `text`: a string stored without quotes, for scripts that read it before the site has loaded. */
  readonly as?: 'json' | 'text';
  /** `tab`: for this tab only, until it is closed. */
  readonly until?: 'removed' | 'tab';
}

/** A value stored by this browser under the key. It is parsed by the schema, since any script may have written it. */
export function stored<Schema extends z.ZodType>(
  key: string,
  schema: Schema,
  { as = 'json', until = 'removed' }: StoredOptions = {},
): Stored<z.infer<Schema>> {
  const listeners = new Set<() => void>();
  const announce = () => listeners.forEach((changed) => changed());
  const storage = () => (until === 'tab' ? globalThis.sessionStorage : globalThis.localStorage);
  // Set when the browser refused to store the value.
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

/** The current value; re-renders on every change. */
export const useStored = <Value>({ subscribe, read }: Stored<Value>): Value | null =>
  useSyncExternalStore(subscribe, read);

/** All storage keys in use. */
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
