import { findExportPlace } from '@earmark/projections/queries';
import type { EventLog } from '@earmark/projections/event-log';
import type { PoolClient } from 'pg';
import { answerOfLog } from '../kit/log-answer.ts';

/** The last event before an export, which identifies the state of the library in the file. */
export interface ExportStamp {
  /** The position in the log, as a decimal string. */
  readonly position: string;
  readonly eventId: string;
  /** When the event was recorded; null when the event log, which alone knows, does not answer. */
  readonly at: string | null;
}

/** Null while the log is empty. */
export async function readStamp(db: PoolClient, log: EventLog): Promise<ExportStamp | null> {
  const place = await findExportPlace(db);
  if (!place) return null;
  const { position, eventId, stream, revision } = place;
  const at = await answerOfLog(async () => {
    for await (const { metadata } of log.readStream(stream, { from: revision, limit: 1 })) return metadata.at;

    return null;
  });

  return { position: position.toString(), eventId, at };
}

/** The stamp in words, for a comment. */
export const stampWords = (stamp: ExportStamp | null): string =>
  stamp === null
    ? 'as of an empty log'
    : `as of event ${stamp.eventId} at position ${stamp.position}${stamp.at === null ? '' : `, ${stamp.at}`}`;
