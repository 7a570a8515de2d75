import { findExportPlace } from '@earmark/projections/queries';
import type { EventLog } from '@earmark/projections/event-log';
import type { PoolClient } from 'pg';

/** The last event before an export, which identifies the state of the library in the file. */
export interface ExportStamp {
  /** The position in the log, as a decimal string. */
  readonly position: string;
  readonly eventId: string;
  /** When the event was recorded. */
  readonly at: string;
}

/** Null while the log is empty. */
export async function readStamp(db: PoolClient, log: EventLog): Promise<ExportStamp | null> {
  const place = await findExportPlace(db);
  if (!place) return null;
  for await (const { id, metadata } of log.readStream(place.stream, { from: place.revision, limit: 1 }))
    return { position: place.position.toString(), eventId: id, at: metadata.at };

  return null;
}

/** The stamp in words, for a comment. */
export const stampWords = (stamp: ExportStamp | null): string =>
  stamp === null ? 'as of an empty log' : `as of event ${stamp.eventId} at position ${stamp.position}, ${stamp.at}`;
