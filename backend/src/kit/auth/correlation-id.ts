import { randomUUID } from 'node:crypto';
import { isUuid } from '@earmark/contracts/kit';
import type { Request } from 'express';

const given = new WeakMap<Request, string>();

/** From `X-Correlation-Id` if that is a uuid, else new. One id for the whole call. */
export function correlationIdOf(request: Request): string {
  const known = given.get(request);
  if (known !== undefined) return known;
  const header = request.get('x-correlation-id') ?? '';
  const correlationId = isUuid(header) ? header.toLowerCase() : randomUUID();
  given.set(request, correlationId);

  return correlationId;
}
