import type { Actor } from '@earmark/contracts/kit';

/** Who asks for a change, and as part of what. */
export interface Context {
  readonly actor: Actor;
  readonly correlationId: string;
  /** Why, in the person's words; null when not said. */
  readonly reason: string | null;
  /** The event that caused the command; null when a person did. */
  readonly causationId?: string | null;
  /** The event that what is recorded undoes. */
  readonly reverts?: string | null;
}

/** Of an event, besides the context: ids, time, its place in the append. */
const METADATA_BYTES = 400;

/** About how many bytes the metadata of one event of this change takes in the log. */
export const metadataBytesOf = (context: Context): number =>
  METADATA_BYTES + Buffer.byteLength(JSON.stringify(context));
