import { randomUUID } from 'node:crypto';
import { allEvents } from '@earmark/contracts';
import { EventId, type EventDefinition } from '@earmark/contracts/kit';
import type { NewEvent } from '../kit/event-log/event-log.ts';

export const at = '2026-01-02T03:04:05.000Z';

const definitions = new Map<string, EventDefinition<string, unknown>>(allEvents.map((one) => [one.type, one]));
/** The current version; the first for data that lack what came later. */
function versionOf(type: string, data: unknown): number {
  const definition = definitions.get(type);

  return definition?.schema.safeParse(data).success ? definition.version : 1;
}

/** An event as a command would record it, for specs. */
export const event = (type: string, data: unknown): NewEvent => ({
  id: EventId.parse(randomUUID()),
  type,
  data,
  metadata: {
    actor: { kind: 'system', id: 'spec', name: 'spec', role: 'system' },
    at,
    correlationId: '00000000-0000-4000-8000-000000000001',
    causationId: null,
    reason: null,
    schemaVersion: versionOf(type, data),
    reverts: null,
  },
});
