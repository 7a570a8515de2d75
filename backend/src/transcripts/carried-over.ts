import type { RecordedEvent } from '@earmark/projections/event-log';
import { isHandwork, type VersionEvent } from './transcript.decider.ts';

/**
 * A correction that was taken over from an earlier version, whose event is its cause. It changes a version that readers do not see
 * yet.
 */
export const isCarriedOver = ({ type, stream, metadata }: RecordedEvent): boolean =>
  stream.startsWith('transcript-') &&
  metadata.causationId !== null &&
  metadata.reverts === null &&
  type !== 'TranscriptActivated' &&
  isHandwork({ type } as VersionEvent);
