import { randomUUID } from 'node:crypto';
import type { Request } from 'express';

const given = new WeakMap<Request, string>();

/** One new id for the whole call. A caller cannot choose it, and so cannot add to the changes of somebody else's call. */
export function correlationIdOf(request: Request): string {
  const correlationId = given.get(request) ?? randomUUID();
  given.set(request, correlationId);

  return correlationId;
}
