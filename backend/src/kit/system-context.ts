import { randomUUID } from 'node:crypto';
import type { Context } from '@earmark/contracts/kit';

/** The context of changes that the product makes on its own, or for a person at the command line. */
export const systemContext = (name: string): Context => ({
  actor: { kind: 'system', id: name, name, role: 'system' },
  correlationId: randomUUID(),
  reason: null,
});
