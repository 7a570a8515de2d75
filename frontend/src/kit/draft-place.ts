import { createContext } from 'react';
import { z } from 'zod';
import { stored, storedKeys } from './stored.ts';

/** Name of the account whose drafts the editors below store and restore; several accounts may share a browser. */
export const DraftOwnerContext = createContext('');

const placeOf = (key: string, owner: string): string => `${key} ${owner}`;

/** Whether a draft is stored under this key. */
export const hasDraft = (key: string, owner: string): boolean =>
  stored(placeOf(key, owner), z.unknown()).text() !== null;

const watchers = new Set<() => void>();
const tell = (): void => watchers.forEach((changed) => changed());

/** Calls back when a draft is stored or removed, here or in another tab, until the returned function is called. */
export function watchDrafts(changed: () => void): () => void {
  watchers.add(changed);
  addEventListener('storage', changed);

  return () => {
    watchers.delete(changed);
    removeEventListener('storage', changed);
  };
}

export type DraftPlace = ReturnType<typeof makeDraftPlace>;

/**
 * Stores an account's unsaved work in this browser. Other tabs may use the same key, and a draft may be removed only by the
 * tab that stored or loaded it.
 */
export function makeDraftPlace(key: string, owner: string) {
  const place = placeOf(key, owner);
  const kept = stored(place, z.unknown());
  // The draft that this tab last loaded or stored.
  let own: string | null = null;
  const put = (draft: unknown) => {
    kept.write(draft);
    own = kept.text();
    remember(place);
    tell();
  };

  return {
    /** Null if there is no valid draft. */
    read: <Schema extends z.ZodType>(schema: Schema): z.infer<Schema> | null => {
      const parsed = schema.safeParse(kept.read());
      if (!parsed.success) return null;
      own = kept.text();

      return parsed.data;
    },
    /** Stores a change just made in this tab. */
    put,
    /** Only if this tab's draft is still the stored one; null removes it. */
    renew: (draft: unknown) => {
      if (own === null || kept.text() !== own) return;
      if (draft !== null) return put(draft);
      kept.write(null);
      own = null;
      tell();
    },
  };
}

const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Storage keys of drafts, including those of earlier versions. */
const DRAFT_KEY = /^earmark-(transcript-draft|description|entities)\b/;
/** By storage key: the day of the last change, in days since 1970. */
const days = stored('earmark-draft-days', z.record(z.string(), z.number()));
const today = (): number => Math.floor(Date.now() / DAY_MS);

function remember(place: string): void {
  const known = days.read() ?? {};
  if (known[place] !== today()) days.write({ ...known, [place]: today() });
}

/**
 * Removes drafts of any account that have not changed for thirty days: their episode may be gone, or their key renamed. A
 * draft without a date counts as changed today.
 */
export function forgetOldDrafts(): void {
  const known = days.read() ?? {};
  const recent: Record<string, number> = {};
  for (const key of storedKeys().filter((one) => DRAFT_KEY.test(one))) {
    const day = known[key] ?? today();
    if (today() - day > KEPT_DAYS) stored(key, z.unknown()).write(null);
    else recent[key] = day;
  }
  days.write(recent);
}
