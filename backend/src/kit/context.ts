import type { Context } from '@earmark/contracts/kit';

/** The rest of an event's metadata, besides the context: ids, time, place in the append. */
const METADATA_BYTES = 400;

/** Roughly how many bytes the metadata of one event of this change takes in the log. */
export const metadataBytesOf = (context: Context): number =>
  METADATA_BYTES + Buffer.byteLength(JSON.stringify(context));
