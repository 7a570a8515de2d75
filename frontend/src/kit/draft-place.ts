import { createContext } from 'react';
import { z } from 'zod';
import { stored, storedKeys } from './stored.ts';

/** Name of the account whose drafts the editors below keep and find again: a browser may be used by several. */
export const DraftOwnerContext = createContext('');

const placeOf = (key: string, owner: string): string => `${key} ${owner}`;

/** Whether something is kept there. */
export const hasDraft = (key: string, owner: string): boolean =>
  stored(placeOf(key, owner), z.unknown()).text() !== null;

const watchers = new Set<() => void>();
const tell = (): void => watchers.forEach((changed) => changed());

/** Calls when a draft was put or forgotten, here or in another tab, until the returned function is called. */
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
 * Where this browser keeps what an account has not saved yet. Another tab may use the same place: what it has put there is
 * no one else's to take away.
 */
export function makeDraftPlace(key: string, owner: string) {
  const place = placeOf(key, owner);
  const kept = stored(place, z.unknown());
  // What was last found or put here by this tab.
  let own: string | null = null;
  const put = (draft: unknown) => {
    kept.write(draft);
    own = kept.text();
    remember(place);
    tell();
  };

  return {
    /** Null when there is none that fits. */
    read: <Schema extends z.ZodType>(schema: Schema): z.infer<Schema> | null => {
      const parsed = schema.safeParse(kept.read());
      if (!parsed.success) return null;
      own = kept.text();

      return parsed.data;
    },
    /** For what somebody has just changed in this tab. */
    put,
    /** Only where that of this tab still stands; null forgets it. */
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
/** Places of drafts, also as earlier versions named them. */
const DRAFT_KEY = /^earmark-(transcript-draft|description|entities)\b/;
/** By place: the day on which something was last put there, in days since 1970. */
const days = stored('earmark-draft-days', z.record(z.string(), z.number()));
const today = (): number => Math.floor(Date.now() / DAY_MS);

function remember(place: string): void {
  const known = days.read() ?? {};
  if (known[place] !== today()) days.write({ ...known, [place]: today() });
}

/**
 * Removes drafts that nobody has touched for thirty days, of whatever account: their episode may be gone, or their place has
 * another name by now. What is found without a day is as old as today.
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
