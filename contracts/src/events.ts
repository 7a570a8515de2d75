import { carryOverEvents } from './carry-over/events.ts';
import { discoveryBatchEvents, discoveryEvents, ignoredNameEvents } from './discovery/events.ts';
import { entityEvents } from './entities/events.ts';
import { episodeEvents } from './episodes/events.ts';
import { historyEvents } from './history/events.ts';
import { libraryEvents } from './library/events.ts';
import { pipelineEvents } from './pipeline/events.ts';
import { recountEvents } from './recounts/events.ts';
import { seriesEvents } from './series/events.ts';
import { transcriptEvents } from './transcripts/events.ts';
import { uploadEvents, uploadIndexEvents } from './uploads/events.ts';
import { vocabularyEvents } from './vocabulary/events.ts';

/** Every event that Earmark stores, by stream category. */
export const eventsByCategory = {
  series: seriesEvents,
  episode: episodeEvents,
  transcript: transcriptEvents,
  carryOver: carryOverEvents,
  entities: [...entityEvents, ...discoveryEvents],
  discoveryBatch: discoveryBatchEvents,
  vocabulary: [...vocabularyEvents, ...ignoredNameEvents],
  library: libraryEvents,
  pipelineRun: pipelineEvents,
  recount: recountEvents,
  upload: uploadEvents,
  uploadIndex: uploadIndexEvents,
  undo: historyEvents,
} as const;

export const allEvents = Object.values(eventsByCategory).flat();
