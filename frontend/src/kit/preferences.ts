import { useSyncExternalStore } from 'react';
import { z } from 'zod';

export const TEXT_SIZES = [15, 16, 17, 18, 20, 22] as const;
export const TEXT_FACES = ['sans', 'serif', 'legible'] as const;
export const TIME_FORMATS = ['hh:mm:ss', 'm:ss'] as const;
export const SPEEDS = [0.5, 0.75, 0.9, 1, 1.1, 1.2, 1.3, 1.5, 1.75, 2, 2.5, 3] as const;

/** How one reader likes to read, on this device. A stored value that is not valid counts as the default. */
export const Preferences = z.object({
  /** Pixels. */
  textSize: z.literal(TEXT_SIZES).catch(17),
  textFace: z.enum(TEXT_FACES).catch('sans'),
  /** What a player starts with; 1 is the speed of the recording. */
  speed: z.number().min(0.5).max(3).catch(1),
  /** Whether the transcript follows the spoken line when playing begins. */
  followAlong: z.boolean().catch(true),
  timeFormat: z.enum(TIME_FORMATS).catch('hh:mm:ss'),
  /** Whether the audio slows down while a segment is typed. */
  slowWhileTyping: z.boolean().catch(true),
  /** Whether keys without Ctrl, Alt or Meta do something. */
  singleKeys: z.boolean().catch(true),
});
export type Preferences = z.infer<typeof Preferences>;
export type TimeFormat = Preferences['timeFormat'];

export const DEFAULT_PREFERENCES: Preferences = Preferences.parse({});

const STORAGE_KEY = 'earmark-preferences';
const listeners = new Set<() => void>();
let current: Preferences | null = null;

/** The preferences now. Outside of React; parts use usePreferences. */
export function readPreferences(): Preferences {
  current ??= parsePreferences(stored());

  return current;
}

/** Changes some of them, here and in the reader's other tabs. */
export function changePreferences(change: Partial<Preferences>): void {
  current = { ...readPreferences(), ...change };
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(current));
  } catch (error) {
    // Where the browser keeps nothing, the choice holds until the page is left.
    if (!(error instanceof DOMException)) throw error;
  }
  announce();
}

/** Calls back after every change; returns what ends it. */
export function subscribePreferences(changed: () => void): () => void {
  listeners.add(changed);
  if (listeners.size === 1) addEventListener('storage', onStorage);

  return () => {
    listeners.delete(changed);
    if (listeners.size === 0) removeEventListener('storage', onStorage);
  };
}

/** The preferences now, and again after every change. */
export const usePreferences = (): Preferences => useSyncExternalStore(subscribePreferences, readPreferences);

/** Preferences from what was stored; the defaults for null, for what is no JSON and for every value that is not valid. */
export function parsePreferences(text: string | null): Preferences {
  if (text === null) return DEFAULT_PREFERENCES;
  try {
    const parsed = Preferences.safeParse(JSON.parse(text));

    return parsed.success ? parsed.data : DEFAULT_PREFERENCES;
  } catch (error) {
    if (error instanceof SyntaxError) return DEFAULT_PREFERENCES;
    throw error;
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function announce(): void {
  for (const listener of listeners) listener();
}

function onStorage({ key }: StorageEvent): void {
  if (key !== STORAGE_KEY && key !== null) return;
  current = null;
  announce();
}
