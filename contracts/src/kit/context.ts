import type { Actor } from './event.ts';

/** Who asks for a change, and as part of what. */
export interface Context {
  readonly actor: Actor;
  readonly correlationId: string;
  /** Why, in the person's words; null when not said. */
  readonly reason: string | null;
  /** The event that caused the command; null when a person did. */
  readonly causationId?: string | null;
  /** The event that this command undoes. */
  readonly reverts?: string | null;
}
