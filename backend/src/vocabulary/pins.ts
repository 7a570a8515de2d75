import { EntitiesExtracted } from '@earmark/contracts/entities';
import { EpisodeAdded, type EpisodeUuid } from '@earmark/contracts/episodes';
import { eventDecoder } from '@earmark/contracts/kit';
import { MATCHER_VERSION } from '@earmark/contracts/mentions';
import { RecountPublished, RecountReverted, type ChosenChanges } from '@earmark/contracts/recounts';
import type { SeriesUuid } from '@earmark/contracts/series';
import { TranscriptActivated } from '@earmark/contracts/transcripts';
import type { Pin } from '@earmark/contracts/vocabulary';
import type { EventLog, NewEvent, RecordedEvent } from '@earmark/projections/event-log';
import { isRemoval, RemovalFold, removalsIn } from '../kit/removals.ts';
import { StateCache } from '../kit/state-cache.ts';

/** A pin to the current vocabulary and the current matching rules. */
export async function headPin(log: EventLog): Promise<Pin> {
  for await (const last of log.readStream('vocabulary-main', { direction: 'backwards', limit: 1 }))
    return { vocabularyRevision: last.revision, matcherVersion: MATCHER_VERSION };

  return { vocabularyRevision: -1, matcherVersion: MATCHER_VERSION };
}

/**
 * The pin for a new version of the episode's transcript: the current one, or the vocabulary's head before the first.
 */
export const pinForTranscript = async (log: EventLog, episodeUuid: EpisodeUuid): Promise<Pin> =>
  (await pinInForce(log, episodeUuid)) ?? headPin(log);

/** The pin by which the episode's entities are found, as of `upTo` (default: now); null before its first transcript. */
export async function pinInForce(log: EventLog, episodeUuid: EpisodeUuid, upTo?: bigint): Promise<Pin | null> {
  const base = await firstTranscript(log, episodeUuid);
  if (!base || (upTo !== undefined && base.position > upTo)) return null;
  const added = await firstOf(log, `episode-${episodeUuid}`, EpisodeAdded.type);
  const seriesUuid = added && decodeAdded(added).data.seriesUuid;
  const events = [base];
  for (const stream of [`entities-${episodeUuid}`, 'recount-main'])
    for await (const event of log.readStream(stream)) {
      if (upTo !== undefined && event.position > upTo) break;
      events.push(event);
    }
  // Only to a publication does it matter whether the episode was removed.
  if (events.some(({ type }) => type === RecountPublished.type))
    for (const stream of [`episode-${episodeUuid}`, ...(seriesUuid ? [`series-${seriesUuid}`] : [])])
      events.push(...(await removalsIn(log, stream)));

  return pinAfter(events, seriesUuid);
}

/**
 * Whether the episode has been found by this pin when its streams were at these revisions: null before the first
 * transcript.
 */
export async function wasInForce(
  log: EventLog,
  episodeUuid: EpisodeUuid,
  pin: Pin | null,
  { transcriptRevision, entitiesRevision }: { transcriptRevision: number; entitiesRevision: number },
): Promise<boolean> {
  const base = await firstTranscript(log, episodeUuid);
  const isPinned = base !== null && base.revision <= transcriptRevision;
  if (!isPinned || pin === null) return isPinned === (pin !== null);

  const added = await firstOf(log, `episode-${episodeUuid}`, EpisodeAdded.type);
  const seriesUuid = added && decodeAdded(added).data.seriesUuid;
  const events = [base];
  for await (const event of log.readStream(`entities-${episodeUuid}`)) {
    if (event.revision > entitiesRevision) break;
    events.push(event);
  }
  for await (const event of log.readStream('recount-main')) events.push(event);

  return events
    .filter(isMover)
    .map(decode)
    .some(
      ({ data }) =>
        pinsOf(data).some(
          (one) => one.vocabularyRevision === pin.vocabularyRevision && one.matcherVersion === pin.matcherVersion,
        ) &&
        (!('scope' in data) || concerns(data.scope, seriesUuid)),
    );
}

/** The pins that a move may give. */
const pinsOf = (move: { pin: Pin; only?: ChosenChanges | null }): Pin[] =>
  move.only ? move.only.moves.map(({ to }) => to) : [move.pin];

const concerns = (
  { podcastUuids }: { podcastUuids: readonly string[] | null },
  seriesUuid: SeriesUuid | null,
): boolean => podcastUuids === null || (seriesUuid !== null && podcastUuids.includes(seriesUuid));

/** Cached, because it comes after chunks of text that need not be read for every save, and never changes. */
async function firstTranscript(log: EventLog, episodeUuid: EpisodeUuid): Promise<RecordedEvent | null> {
  const known = firstTranscripts.get(log) ?? new StateCache(FIRST_TRANSCRIPTS_BYTES);
  firstTranscripts.set(log, known);
  const found = known.get<RecordedEvent>(episodeUuid);
  if (found) return found.state;
  const first = await firstOf(log, `transcript-${episodeUuid}`, TranscriptActivated.type);
  if (first) known.put(episodeUuid, { state: first, revision: first.revision }, EVENT_BYTES);

  return first;
}

const FIRST_TRANSCRIPTS_BYTES = 4 * 1024 * 1024;
/** The rough size of one entry, in bytes. */
const EVENT_BYTES = 1000;
const firstTranscripts = new WeakMap<EventLog, StateCache>();

async function firstOf(log: EventLog, stream: string, type: string): Promise<RecordedEvent | null> {
  for await (const event of log.readStream(stream)) if (event.type === type) return event;

  return null;
}

const decodeAdded = eventDecoder([EpisodeAdded]);
const MOVERS = [TranscriptActivated, EntitiesExtracted, RecountPublished, RecountReverted] as const;
const decode = eventDecoder(MOVERS);
const isMover = ({ type }: PinEvent): boolean => MOVERS.some((definition) => definition.type === type);

export type PinEvent = NewEvent & Pick<RecordedEvent, 'position'>;

interface Move {
  readonly position: bigint;
  readonly pin: Pin;
  /** False while the move is undone. */
  counts: boolean;
  /** A publication while the episode was removed, or of changes that do not concern the pin that it had then. */
  readonly isMissed: boolean;
}

/**
 * The pin after events of the episode's streams and of recount-main, and those that removed and restored the episode or
 * its podcast, in any order; null before the first transcript.
 * The first transcript sets it and later ones keep it; refreshes and publications move it. An undone move counts as if
 * it had never happened: the latest one that counts decides, so undoing a publication restores exactly the pin that
 * each episode had. A publication does not move an episode that is removed. One of chosen changes moves the pin that the
 * episode has at that moment, for good: where an earlier move is undone later, it still gives that pin.
 */
export function pinAfter(events: readonly PinEvent[], seriesUuid: SeriesUuid | null): Pin | null {
  const moves = new Map<string, Move>();
  /** The id of an undoing event → the move at the end of its chain. */
  const undone = new Map<string, string>();
  let base: Move | null = null;

  const removals = new RemovalFold();
  for (const recorded of [...events]
    .filter((event) => isMover(event) || isRemoval(event))
    .sort((a, b) => (a.position < b.position ? -1 : 1))) {
    if (isRemoval(recorded)) {
      removals.take(recorded);
      continue;
    }
    const { position, id, metadata } = recorded;
    const { type, data } = decode(recorded);
    switch (type) {
      case 'TranscriptActivated':
        base ??= { position, pin: data.pin, counts: true, isMissed: false };
        break;
      case 'EntitiesExtracted':
        if (metadata.reverts === null) moves.set(id, { position, pin: data.pin, counts: true, isMissed: false });
        else {
          const root = undone.get(metadata.reverts) ?? metadata.reverts;
          undone.set(id, root);
          const move = moves.get(root);
          if (move) move.counts = !move.counts;
        }
        break;
      case 'RecountPublished':
      case 'RecountReverted': {
        const { recountId, pin, scope, only } = data;
        if (!concerns(scope, seriesUuid)) break;
        const move = moves.get(recountId);
        // A repeated publication comes last; one whose revert is undone gets its old place back.
        if (!move || (type === 'RecountPublished' && metadata.reverts === null)) {
          moves.delete(recountId);
          const from = only && inForce(base, moves)?.vocabularyRevision;
          const to = only === null ? pin : only.moves.find((one) => one.from === from)?.to;
          moves.set(recountId, {
            position,
            pin: to ?? pin,
            counts: true,
            isMissed: removals.isRemoved || to === undefined,
          });
        } else move.counts = type === 'RecountPublished';
      }
    }
  }

  return inForce(base, moves);
}

/** A publication moves only episodes that have a transcript at that moment: those after `base`, the first one. */
function inForce(base: Move | null, moves: ReadonlyMap<string, Move>): Pin | null {
  if (base === null) return null;
  const later = [...moves.values()].filter((move) => move.counts && !move.isMissed && move.position > base.position);

  return later.reduce((latest, move) => (move.position > latest.position ? move : latest), base).pin;
}
