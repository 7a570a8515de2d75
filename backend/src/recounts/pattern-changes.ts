import { eventDecoder } from '@earmark/contracts/kit';
import type { PendingChange } from '@earmark/contracts/recounts';
import {
  PatternAdded,
  PatternDeleted,
  PatternEdited,
  PatternsImported,
  PatternsRemoved,
  type PatternFacts,
} from '@earmark/contracts/vocabulary';
import type { RecordedEvent } from '@earmark/projections/event-log';

const STREAM = 'vocabulary-main';
const CHANGES = [PatternAdded, PatternEdited, PatternDeleted, PatternsImported, PatternsRemoved] as const;
const decode = eventDecoder(CHANGES);

export type PatternChangeEvent = ReturnType<typeof decode>;

/** The change of patterns that the event records; null when it records something else. */
export const patternChangeOf = (recorded: RecordedEvent): PatternChangeEvent | null =>
  recorded.stream === STREAM && CHANGES.some(({ type }) => type === recorded.type) ? decode(recorded) : null;

/** As they were before and after it. */
export function patternsIn(event: PatternChangeEvent): readonly PatternFacts[] {
  switch (event.type) {
    case 'PatternAdded':
    case 'PatternDeleted':
      return [event.data.pattern];
    case 'PatternEdited':
      return [event.data.from, event.data.to];
    case 'PatternsImported':
    case 'PatternsRemoved':
      return event.data.patterns;
  }
}

/** As they were after it; those that it deleted, as they were before it. */
export const patternsAfter = (event: PatternChangeEvent): readonly PatternFacts[] =>
  event.type === 'PatternEdited' ? [event.data.to] : patternsIn(event);

export const KINDS: Readonly<Record<PatternChangeEvent['type'], PendingChange['kind']>> = {
  PatternAdded: 'added',
  PatternEdited: 'edited',
  PatternDeleted: 'deleted',
  PatternsImported: 'imported',
  PatternsRemoved: 'removed',
};
