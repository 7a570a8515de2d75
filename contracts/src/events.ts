import { entityEvents } from './entities/events.ts';
import { episodeEvents } from './episodes/events.ts';
import { historyEvents } from './history/events.ts';
import { libraryEvents } from './library/events.ts';
import { recountEvents } from './recounts/events.ts';
import { seriesEvents } from './series/events.ts';
import { transcriptEvents } from './transcripts/events.ts';
import { vocabularyEvents } from './vocabulary/events.ts';

/** Every event that the product can store. */
export const allEvents = [
  ...seriesEvents,
  ...episodeEvents,
  ...transcriptEvents,
  ...entityEvents,
  ...vocabularyEvents,
  ...libraryEvents,
  ...recountEvents,
  ...historyEvents,
] as const;
