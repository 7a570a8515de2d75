import type { Actor, EventId } from './event.ts';

/** Who requests a change, and what it is part of. */
export interface Context {
  readonly actor: Actor;
  readonly correlationId: string;
  /** The reason in the person's words; null when none was given. */
  readonly reason: string | null;
  /** The event that caused the command; null when a person did. */
  readonly causationId?: EventId | null;
  /** The event that this command undoes. */
  readonly reverts?: EventId | null;
}
