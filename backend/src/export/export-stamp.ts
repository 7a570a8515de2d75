import { findExportPlace } from '@earmark/projections/queries';
import type { EventLog } from '@earmark/projections/event-log';
import type { PoolClient } from 'pg';

/** The event that an export was taken after: with it, anybody can say which state of the library the file shows. */
export interface ExportStamp {
  /** In the log, as a decimal string. */
  readonly position: string;
  readonly eventId: string;
  /** When the event was recorded. */
  readonly at: string;
}

/** Null while there is nothing to export. */
export async function readStamp(db: PoolClient, log: EventLog): Promise<ExportStamp | null> {
  const place = await findExportPlace(db);
  if (!place) return null;
  for await (const { id, metadata } of log.readStream(place.stream, { from: place.revision, limit: 1 }))
    return { position: place.position.toString(), eventId: id, at: metadata.at };

  return null;
}

/** In words that stand in a comment. */
export const stampWords = (stamp: ExportStamp | null): string =>
  stamp === null ? 'as of an empty log' : `as of event ${stamp.eventId} at position ${stamp.position}, ${stamp.at}`;
