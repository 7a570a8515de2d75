import { z } from 'zod';
import { stored, useStored } from './stored.ts';

export const TEXT_SIZES = [15, 16, 17, 18, 20, 22] as const;
export const TEXT_FACES = ['sans', 'serif', 'legible'] as const;
export const TIME_FORMATS = ['auto', 'hh:mm:ss', 'm:ss'] as const;
/** Which entities are marked in a transcript: all quietly and the selected one strongly, only that one, or none. */
export const HIGHLIGHTS = ['all', 'selected', 'none'] as const;
export const SPEEDS = [0.5, 0.75, 0.9, 1, 1.1, 1.2, 1.3, 1.5, 1.75, 2, 2.5, 3] as const;

/** The reader's preferences on this device. Invalid stored values count as the default. */
export const Preferences = z.object({
  /** Pixels. */
  textSize: z.literal(TEXT_SIZES).catch(17),
  textFace: z.enum(TEXT_FACES).catch('sans'),
  /** The initial playback speed; 1 is normal speed. */
  speed: z.number().min(0.5).max(3).catch(1),
  /** Whether the transcript follows the spoken line when playing begins. */
  followAlong: z.boolean().catch(true),
  timeFormat: z.enum(TIME_FORMATS).catch('auto'),
  highlights: z.enum(HIGHLIGHTS).catch('all'),
  /** Whether the audio slows down while a segment is typed. */
  slowWhileTyping: z.boolean().catch(true),
  /** Whether shortcuts without Ctrl, Alt or Meta are enabled. */
  singleKeys: z.boolean().catch(true),
});
export type Preferences = z.infer<typeof Preferences>;
export type Highlights = Preferences['highlights'];
export type TimeFormat = Preferences['timeFormat'];

export const DEFAULT_PREFERENCES: Preferences = Preferences.parse({});

const kept = stored('earmark-preferences', Preferences);

/** The current preferences, for code outside React; components use usePreferences. */
export const readPreferences = (): Preferences => kept.read() ?? DEFAULT_PREFERENCES;

/** Changes some preferences, here and in the reader's other tabs. */
export const changePreferences = (change: Partial<Preferences>): void =>
  kept.write({ ...readPreferences(), ...change });

/** Calls back after every change; returns a function to unsubscribe. */
export const subscribePreferences = kept.subscribe;

/** The current preferences; re-renders on every change. */
export const usePreferences = (): Preferences => useStored(kept) ?? DEFAULT_PREFERENCES;
