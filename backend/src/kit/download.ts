import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { PoolClient } from 'pg';
import { z } from 'zod';

/** A reader slower than this would block a connection that others need. */
const IDLE_LIMIT = '60s';

/** The reader closed the connection, or was so slow that the database ended the export. */
const GoneAway = z.object({ code: z.enum(['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']) });

/** For a connection whose rows are read as fast as someone downloads them. */
export async function allowDownload(db: PoolClient): Promise<void> {
  await db.query(`set local idle_in_transaction_session_timeout = '${IDLE_LIMIT}'; set local statement_timeout = 0`);
}

/** Sends the parts as they come. `lost` is aborted when the connection that reads them breaks. */
export const sendParts = async (parts: AsyncIterable<string>, response: Response, lost: AbortSignal): Promise<void> =>
  pipeline(Readable.from(parts), response, { signal: lost });

/** Ignores the error of a download that has broken off, since nobody would see it. */
export async function untilGone(download: () => Promise<void>): Promise<void> {
  try {
    await download();
  } catch (error) {
    if (!GoneAway.safeParse(error).success) throw error;
  }
}
