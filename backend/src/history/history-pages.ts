import { EpisodeAdded, type EpisodeUuid } from '@earmark/contracts/episodes';
import type { Change, FieldChange, HistoryPage } from '@earmark/contracts/history';
import { eventDecoder } from '@earmark/contracts/kit';
import { RecountPublished, RecountReverted } from '@earmark/contracts/recounts';
import type { SeriesUuid } from '@earmark/contracts/series';
import { TranscriptActivated } from '@earmark/contracts/transcripts';
import type { EventLog, RecordedEvent } from '@earmark/projections/event-log';
import { listEpisodeRunIds, listEventsAbout, type Db } from '@earmark/projections/queries';
import { throwIfCallerLeft } from '../kit/call.ts';
import { isReadable } from '../kit/recorded-events.ts';
import { isRemoval } from '../kit/removals.ts';
import { Rejected } from '../kit/rejected.ts';
import type { Streams } from '../kit/streams.ts';
import { EPISODE_CATEGORIES, featureOf, LISTED_TYPES } from './histories.ts';
import { Narrator, type Narration } from './narrator.ts';
import { refusalWords, type Actor } from './refusal-words.ts';
import { idOf, triedInverse, type Inverse } from './reverting.ts';
import type { StreamTail } from './stream-tail.ts';
import { REMOVED } from './standing.ts';
import { byStream, eventsAt, readTail } from './tails.ts';

const PAGE = 50;
/** The most events of the whole log that are read for one page. */
const MAX_EVENTS_READ = 5000;
/** Of one episode; older ones are in the list of runs. */
const RUNS = 10;
const RECOUNTS = 'recount-main';
const VOCABULARY = 'vocabulary-main';

export interface Reader {
  readonly nameOf: (actor: Actor) => string;
  readonly seesReasons: boolean;
  /** Otherwise only the hosts of feeds: an address may contain a secret. */
  readonly seesAddresses: boolean;
}

export interface WholeLogFilter {
  readonly streamPrefixes: readonly string[] | undefined;
  readonly correlationId: string | undefined;
  readonly accepts: (event: RecordedEvent) => boolean;
}

/** Pages of the history, newest first, 50 entries each. */
export class HistoryPages {
  constructor(
    private readonly streams: Streams,
    private readonly db: Db,
  ) {}

  /** `mentioning`: only events whose data contain this id. */
  async ofStream(stream: string, before: bigint | null, mentioning: string | null, reader: Reader) {
    const accepts = (event: RecordedEvent) => mentioning === null || JSON.stringify(event.data).includes(mentioning);
    const found =
      mentioning !== null && stream === VOCABULARY
        ? await this.newestAbout(mentioning, stream, before)
        : await newestOf(this.streams.log, stream, before, accepts);

    return this.page(found, reader, new Narrator(this.streams, this.db));
  }

  /** The history of an entity, on the whole site and in single episodes. */
  async ofEntity(entityId: string, before: bigint | null, reader: Reader): Promise<HistoryPage> {
    return this.page(await this.newestAbout(entityId, null, before), reader, new Narrator(this.streams, this.db));
  }

  /** The newest events about an entity, a pattern or a category, in one stream or in all. */
  private async newestAbout(subjectId: string, stream: string | null, before: bigint | null): Promise<RecordedEvent[]> {
    const places = await listEventsAbout(this.db, subjectId, { before, stream, limit: PAGE + 1 });
    const found: RecordedEvent[] = [];
    for (const [name, ofStream] of byStream(places)) {
      const revisions = ofStream.map(({ revision }) => revision).sort((a, b) => a - b);
      for await (const event of eventsAt(this.streams.log, name, revisions)) found.push(event);
    }

    return found.sort((a, b) => (a.position > b.position ? -1 : 1));
  }

  async ofEpisode(episodeUuid: EpisodeUuid, before: bigint | null, reader: Reader): Promise<HistoryPage> {
    const { log } = this.streams;
    const seriesUuid = await seriesOf(log, episodeUuid);
    const found: RecordedEvent[] = [];
    for (const category of EPISODE_CATEGORIES)
      found.push(...(await newestOf(log, `${category}-${episodeUuid}`, before, () => true)));
    for (const runId of await listEpisodeRunIds(this.db, episodeUuid, RUNS))
      found.push(...(await newestOf(log, `pipelineRun-${runId}`, before, () => true)));
    const publications = await newestOf(log, RECOUNTS, before, (event) => isPublicationFor(event, seriesUuid));
    // The start of a transcript is only read when there is something to compare it with.
    const since = publications.length === 0 ? null : await transcribedAt(log, episodeUuid);
    if (since !== null) found.push(...publications.filter(({ position }) => position > since));
    const newest = found.sort((a, b) => (a.position > b.position ? -1 : 1)).slice(0, PAGE + 1);

    return this.page(newest, reader, new Narrator(this.streams, this.db, true));
  }

  /** `next` also says how far the log was read, because a page may be short or even empty. */
  async ofEverything(before: bigint | null, filter: WholeLogFilter, reader: Reader): Promise<HistoryPage> {
    const found: RecordedEvent[] = [];
    let lookedAt = 0;
    let last: bigint | null = null;
    const { streamPrefixes, correlationId } = filter;
    for await (const event of this.streams.log.readAllBackwards({
      before: before ?? undefined,
      limit: MAX_EVENTS_READ,
      filter: { types: LISTED_TYPES, streamPrefixes },
      correlationId,
    })) {
      throwIfCallerLeft();
      lookedAt++;
      last = event.position;
      if (filter.accepts(event) && isReadable(event)) found.push(event);
      if (found.length > PAGE) break;
    }
    const page = await this.page(found, reader, new Narrator(this.streams, this.db));
    const wentOn = found.length <= PAGE && lookedAt === MAX_EVENTS_READ;

    return wentOn ? { ...page, next: String(last) } : page;
  }

  private async page(found: readonly RecordedEvent[], reader: Reader, narrator: Narrator): Promise<HistoryPage> {
    const shown = found.slice(0, PAGE);

    return {
      changes: await this.changesOf(shown, reader, narrator),
      next: found.length > PAGE ? shown.at(-1)!.position.toString() : null,
    };
  }

  /** In the order of the events. */
  async changesOf(shown: readonly RecordedEvent[], reader: Reader, narrator: Narrator): Promise<Change[]> {
    const tails = await this.tailsOf(shown);
    const inverses = await this.inversesOf(shown, tails);
    const obstacles = inverses.flatMap((one) => ('obstacle' in one ? (one.obstacle.recorded ?? []) : []));
    const narrations = await narrator.narrateAll([...shown, ...new Set(obstacles)]);
    const changes: Change[] = [];
    for (const [index, event] of shown.entries()) {
      throwIfCallerLeft();
      const revertedBy = tails.get(event.stream)!.standingReverts().get(event.id)?.id ?? null;
      changes.push(await this.changeOf(event, narrations[index]!, inverses[index]!, revertedBy, reader, narrator));
    }

    return changes;
  }

  /** One tail per stream, back to the oldest event that is shown. */
  private async tailsOf(shown: readonly RecordedEvent[]): Promise<Map<string, StreamTail>> {
    const tails = new Map<string, StreamTail>();
    for (const [stream, events] of byStream(shown)) {
      throwIfCallerLeft();
      tails.set(stream, await readTail(this.streams.log, this.db, events));
    }

    return tails;
  }

  private async changeOf(
    event: RecordedEvent,
    { sentence, diff, fields, place }: Narration,
    inverseNow: Inverse,
    revertedBy: string | null,
    reader: Reader,
    narrator: Narrator,
  ): Promise<Change> {
    const { id, position, stream, type, metadata } = event;
    const isRefused = place.isRemoved && !isRemoval(event);
    const inverse = isRefused ? { why: REMOVED } : inverseNow;

    return {
      eventId: id,
      position: position.toString(),
      stream,
      type,
      at: metadata.at,
      actor: reader.nameOf(metadata.actor),
      sentence,
      reason: reader.seesReasons ? metadata.reason : null,
      diff: shownTo(reader, diff),
      fields,
      correlationId: metadata.correlationId,
      causationId: metadata.causationId,
      reverts: metadata.reverts,
      revertedBy,
      revertible: 'event' in inverse,
      why: 'event' in inverse ? null : await refusalWords(inverse, id, narrator, reader.nameOf),
      link: place.link,
      podcastUuid: place.podcastUuid,
      episodeUuid: place.episodeUuid,
    };
  }

  /** In the order of the events. The state of a stream is read once. */
  private async inversesOf(
    shown: readonly RecordedEvent[],
    tails: ReadonlyMap<string, StreamTail>,
  ): Promise<Inverse[]> {
    const states = new Map<string, unknown>();
    const inverses: Inverse[] = [];
    for (const { stream, id } of shown) {
      throwIfCallerLeft();
      if (!states.has(stream)) states.set(stream, await this.stateOf(stream));
      const tail = tails.get(stream)!;
      inverses.push(triedInverse(tail, tail.find(id)!, states.get(stream)));
    }

    return inverses;
  }

  /** Null where no undo needs it. */
  private async stateOf(stream: string): Promise<unknown> {
    const feature = featureOf(stream);
    const folding = feature?.inverseReadsState ? feature.folding : null;

    return folding ? (await this.streams.read(folding, idOf(stream))).state : null;
  }
}

async function newestOf(
  log: EventLog,
  stream: string,
  before: bigint | null,
  accepts: (event: RecordedEvent) => boolean,
): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  for await (const event of log.readStream(stream, { direction: 'backwards' })) {
    throwIfCallerLeft();
    const isAfter = before !== null && event.position >= before;
    if (!isAfter && LISTED_TYPES.includes(event.type) && accepts(event) && isReadable(event)) found.push(event);
    if (found.length > PAGE) break;
  }

  return found;
}

const decodeAdded = eventDecoder([EpisodeAdded]);
const decodePublication = eventDecoder([RecountPublished, RecountReverted]);

/** Throws Rejected `episode-unknown`. */
export async function seriesOf(log: EventLog, episodeUuid: EpisodeUuid): Promise<SeriesUuid> {
  for await (const first of log.readStream(`episode-${episodeUuid}`, { limit: 1 }))
    return decodeAdded(first).data.seriesUuid;
  throw new Rejected('episode-unknown', `There is no episode ${episodeUuid}.`);
}

/** The position of its first transcript; earlier publications did not affect the episode. */
export async function transcribedAt(log: EventLog, episodeUuid: EpisodeUuid): Promise<bigint | null> {
  for await (const { type, position } of log.readStream(`transcript-${episodeUuid}`))
    if (type === TranscriptActivated.type) return position;

  return null;
}

export function isPublicationFor(event: RecordedEvent, seriesUuid: SeriesUuid): boolean {
  if (event.type !== RecountPublished.type && event.type !== RecountReverted.type) return false;

  return decodePublication(event).data.scope.podcastUuids?.includes(seriesUuid) ?? true;
}

export const shownTo = ({ seesAddresses }: Reader, diff: FieldChange[]): FieldChange[] =>
  seesAddresses ? diff : diff.map(withHostsOnly);

const withHostsOnly = (change: FieldChange): FieldChange =>
  change.path === 'feedUrl' ? { ...change, from: hostOf(change.from), to: hostOf(change.to) } : change;

const hostOf = (address: unknown): string | null =>
  typeof address === 'string' && URL.canParse(address) ? new URL(address).host : null;
