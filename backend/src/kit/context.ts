import type { Context } from '@earmark/contracts/kit';

/** Of an event, besides the context: ids, time, its place in the append. */
const METADATA_BYTES = 400;

/** About how many bytes the metadata of one event of this change takes in the log. */
export const metadataBytesOf = (context: Context): number =>
  METADATA_BYTES + Buffer.byteLength(JSON.stringify(context));
