import { EventMeta } from '@earmark/contracts/kit';
import { z } from 'zod';

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Stands in for metadata that cannot be read; an append of its own, so that batches can end there. */
const PLACEHOLDER: EventMeta = {
  actor: { kind: 'system', id: 'unknown', name: 'unknown', role: 'system' },
  at: '1970-01-01T00:00:00.000Z',
  correlationId: NOBODY,
  causationId: null,
  reason: null,
  schemaVersion: 1,
  append: { id: NOBODY, index: 0, last: 0 },
  reverts: null,
};

/** The metadata of a stored event, or a placeholder and the reason, in one line, why they cannot be read. */
export function storedMetadata(metadata: unknown): { metadata: EventMeta; malformed?: string } {
  const read = EventMeta.safeParse(metadata);
  if (read.success) return { metadata: read.data };
  if (typeof metadata !== 'object' || metadata === null)
    return { metadata: PLACEHOLDER, malformed: 'it has no metadata in JSON' };

  return { metadata: PLACEHOLDER, malformed: `its metadata do not match their schema: ${inOneLine(read.error)}` };
}

const inOneLine = (error: z.ZodError): string =>
  error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'metadata'}: ${message}`)
    .join('; ');
