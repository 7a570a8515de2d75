import { isDeepStrictEqual } from 'node:util';
import type { allEvents } from '@earmark/contracts';
import type { FieldChange } from '@earmark/contracts/history';
import type { EventOf } from '@earmark/contracts/kit';
import { KEPT_BACK, type Description, type Descriptions, type StoredEvent } from './description.ts';
import { entityDescriptions } from './entity-descriptions.ts';
import {
  episodeDescriptions,
  historyDescriptions,
  libraryDescriptions,
  recountDescriptions,
  seriesDescriptions,
} from './other-descriptions.ts';
import { transcriptDescriptions } from './transcript-descriptions.ts';
import { vocabularyDescriptions } from './vocabulary-descriptions.ts';

export type { Description, Names, StoredEvent } from './description.ts';

type AnyEvent = EventOf<(typeof allEvents)[number]>;

/** Every type of event that there is. */
export const descriptions: Readonly<Record<AnyEvent['type'], unknown>> = {
  ...seriesDescriptions,
  ...episodeDescriptions,
  ...transcriptDescriptions,
  ...entityDescriptions,
  ...vocabularyDescriptions,
  ...libraryDescriptions,
  ...recountDescriptions,
  ...historyDescriptions,
} satisfies { [Type in keyof Descriptions<AnyEvent, never>]: unknown };

const byType = new Map(Object.entries(descriptions));

/** Throws for a type that no code records. */
export function descriptionOf({ type }: { type: string }): Description<unknown> {
  const found = byType.get(type);
  if (found === undefined) throw new Error(`events of type ${type} are not described`);

  return found as Description<unknown>;
}

export const fieldsOf = (event: StoredEvent): FieldChange[] => descriptionOf(event).fields(event.data);

/** Types that everybody may hear of. Whatever is not listed is private. */
export const PUBLIC_TYPES: readonly string[] = [...byType.keys()].filter(
  (type) => descriptionOf({ type }).bulk !== null,
);

/** What people are shown of it: fields that differ, without the version that they are of. */
export const diffOf = (event: StoredEvent): FieldChange[] =>
  fieldsOf(event)
    .filter(({ path, from, to }) => !isDeepStrictEqual(from, to) && !KEPT_BACK.includes(path.split('/').at(-1)!))
    .map(({ path, ...values }) => ({ path: path.replace(/^versions\/[^/]+\//, ''), ...values }));
