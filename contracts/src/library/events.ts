import { z } from 'zod';
import { defineEvent, type EventOf } from '../kit/event.ts';

/** The sample library is fully loaded and is never loaded again. */
export const SampleLibraryLoaded = defineEvent('SampleLibraryLoaded', {
  series: z.number().int(),
  episodes: z.number().int(),
});

export const libraryEvents = [SampleLibraryLoaded] as const;
export type LibraryEvent = EventOf<(typeof libraryEvents)[number]>;
