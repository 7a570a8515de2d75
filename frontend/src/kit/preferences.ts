import { z } from 'zod';
import { stored, useStored } from './stored.ts';

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

const kept = stored('earmark-preferences', Preferences);

/** The preferences now. Outside of React; parts use usePreferences. */
export const readPreferences = (): Preferences => kept.read() ?? DEFAULT_PREFERENCES;

/** Changes some of them, here and in the reader's other tabs. */
export const changePreferences = (change: Partial<Preferences>): void =>
  kept.write({ ...readPreferences(), ...change });

/** Calls back after every change; returns what ends it. */
export const subscribePreferences = kept.subscribe;

/** The preferences now, and again after every change. */
export const usePreferences = (): Preferences => useStored(kept) ?? DEFAULT_PREFERENCES;
