import { MATCHER_VERSION } from '@earmark/contracts/mentions';
import { Pin } from '@earmark/contracts/vocabulary';
import type { EventLog, RecordedEvent } from '@earmark/projections/event-log';
import { z } from 'zod';

/** The vocabulary as it is now, by the rule of this code. */
export async function headPin(log: EventLog): Promise<Pin> {
  const last = await lastOf(log, 'vocabulary-main', () => true);

  return { vocabularyRevision: last?.revision ?? -1, matcherVersion: MATCHER_VERSION };
}

/** The pin that the episode's entities are found by; null before its first transcript. */
export async function pinInForce(log: EventLog, episodeUuid: string): Promise<Pin | null> {
  const moved = [
    await lastOf(log, `transcript-${episodeUuid}`, ({ type }) => type === 'TranscriptActivated'),
    await lastOf(log, `entities-${episodeUuid}`, ({ type }) => type === 'EntitiesExtracted'),
  ].filter((event): event is RecordedEvent => event !== null);
  if (moved.length === 0) return null;
  const latest = moved.reduce((a, b) => (b.position > a.position ? b : a));

  return PinCarrier.parse(latest.data).pin;
}

/** What TranscriptActivated and EntitiesExtracted have in common. */
const PinCarrier = z.object({ pin: Pin });

/** Mostly it is the very last event: that one is asked for alone, the rest only when it is another. */
async function lastOf(
  log: EventLog,
  stream: string,
  accept: (event: RecordedEvent) => boolean,
): Promise<RecordedEvent | null> {
  for (const limit of [1, undefined])
    for await (const event of log.readStream(stream, { direction: 'backwards', limit }))
      if (accept(event)) return event;

  return null;
}
