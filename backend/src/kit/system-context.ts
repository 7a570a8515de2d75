import { randomUUID } from 'node:crypto';
import type { Context } from '@earmark/contracts/kit';

/** What the product does by itself, or for a person at the command line. */
export const systemContext = (name: string): Context => ({
  actor: { kind: 'system', id: name, name, role: 'system' },
  correlationId: randomUUID(),
  reason: null,
});
