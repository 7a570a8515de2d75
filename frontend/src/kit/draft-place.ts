import { createContext } from 'react';
import { z } from 'zod';

/** Name of the account whose drafts the editors below keep and find again: a browser may be used by several. */
export const DraftOwnerContext = createContext('');

/** Keys of what may be unsaved of an episode. */
export const DRAFT_KEYS = {
  transcript: (episodeUuid: string) => `earmark-transcript-draft ${episodeUuid}`,
  entities: (episodeUuid: string) => `earmark-entities-${episodeUuid}`,
  description: (episodeUuid: string) => `earmark-description-${episodeUuid}`,
} as const;

const placeOf = (key: string, owner: string): string => `${key} ${owner}`;

/** Whether something is kept there. */
export const hasDraft = (key: string, owner: string): boolean =>
  unlessRefused(() => localStorage.getItem(placeOf(key, owner))) !== null;

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
  // What was last found or put here by this tab.
  let own: string | null = null;
  const put = (draft: unknown) =>
    unlessRefused(() => {
      own = JSON.stringify(draft);
      localStorage.setItem(place, own);
      remember(place);
      tell();
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
      tell();
    },
  };
}

const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Places of drafts, also as earlier versions named them. */
const DRAFT_KEY = /^earmark-(transcript-draft|description|entities)\b/;
/** By place: the day on which something was last put there, in days since 1970. */
const DAYS = 'earmark-draft-days';
const Days = z.record(z.string(), z.number());
const today = (): number => Math.floor(Date.now() / DAY_MS);
const readDays = (): Record<string, number> => Days.safeParse(parsedOrNull(localStorage.getItem(DAYS))).data ?? {};

function remember(place: string): void {
  const days = readDays();
  if (days[place] !== today()) localStorage.setItem(DAYS, JSON.stringify({ ...days, [place]: today() }));
}

/**
 * Removes drafts that nobody has touched for thirty days, of whatever account: their episode may be gone, or their place has
 * another name by now. What is found without a day is as old as today.
 */
export function forgetOldDrafts(): void {
  unlessRefused(() => {
    const known = readDays();
    const days: Record<string, number> = {};
    for (const key of Object.keys(localStorage).filter((one) => DRAFT_KEY.test(one))) {
      const day = known[key] ?? today();
      if (today() - day > KEPT_DAYS) localStorage.removeItem(key);
      else days[key] = day;
    }
    localStorage.setItem(DAYS, JSON.stringify(days));
  });
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
