import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { foldQuickly } from '@earmark/contracts/mentions';
import type { RecordedEvent } from '@earmark/projections/event-log';
import { listEpisodeRunIds, listEventsAbout, type Db } from '@earmark/projections/queries';
import { throwIfCallerLeft } from '../kit/call.ts';
import type { Streams } from '../kit/streams.ts';
import { EPISODE_CATEGORIES, LISTED_TYPES } from './histories.ts';
import { isPublicationFor, seriesOf, transcribedAt, type WholeLogFilter } from './history-pages.ts';
import type { Narrator } from './narrator.ts';
import { byStream, eventsAt } from './tails.ts';

const VOCABULARY = 'vocabulary-main';
const RECOUNTS = 'recount-main';
/** Of one episode; older ones are in the list of runs. */
const RUNS = 10;
const ABOUT_A_PAGE = 100;
/** The clocks of several servers may differ this much. */
const CLOCKS_DIFFER_MS = 10 * 60_000;

/** The events whose history is listed. */
export interface Source {
  /** Of listed types, newest first. */
  read(before: bigint | null): AsyncIterable<RecordedEvent>;
  /** Which of them pass the filters, in their order. */
  wanted(events: readonly RecordedEvent[]): Promise<readonly boolean[]>;
  /** Whether an event of a request belongs to its entry here. */
  readonly holds: (event: Pick<RecordedEvent, 'stream' | 'type' | 'data'>) => boolean;
  /** Whether `holds` reads the data, so that counts by stream and type do not suffice. */
  readonly readsData: boolean;
  /** Whether all events are of one episode, which sentences then need not name. */
  readonly isOfEpisode: boolean;
  /** Whether the entry has what the same request did elsewhere, too. */
  readonly isWhole: boolean;
}

export interface TimeSpan {
  readonly from: Date | null;
  readonly to: Date | null;
}

const allOf = async (events: readonly RecordedEvent[]): Promise<readonly boolean[]> => events.map(() => true);

/** `mentioning`: only events whose data contain this id. */
export function ofStream({ log }: Streams, db: Db, stream: string, mentioning: string | null): Source {
  const holds: Source['holds'] = (event) =>
    event.stream === stream && (mentioning === null || JSON.stringify(event.data).includes(mentioning));

  return {
    holds,
    readsData: mentioning !== null,
    isOfEpisode: false,
    isWhole: false,
    wanted: allOf,
    async *read(before) {
      if (mentioning !== null && stream === VOCABULARY) return yield* about(log, db, mentioning, stream, before);
      for await (const event of backwards(log, stream, before)) if (holds(event)) yield event;
    },
  };
}

export function ofEntity({ log }: Streams, db: Db, entityId: string): Source {
  return {
    holds: ({ data }) => JSON.stringify(data).includes(entityId),
    readsData: true,
    isOfEpisode: false,
    isWhole: false,
    wanted: allOf,
    read: (before) => about(log, db, entityId, null, before),
  };
}

/** Throws Rejected `episode-unknown`. */
export async function ofEpisode({ log }: Streams, db: Db, episodeUuid: EpisodeUuid): Promise<Source> {
  const seriesUuid = await seriesOf(log, episodeUuid);
  const runs = await listEpisodeRunIds(db, episodeUuid, RUNS);
  const streams = [
    ...EPISODE_CATEGORIES.map((category) => `${category}-${episodeUuid}`),
    ...runs.map((runId) => `pipelineRun-${runId}`),
  ];
  const publications = async function* (before: bigint | null) {
    let since: bigint | null = null;
    for await (const event of backwards(log, RECOUNTS, before)) {
      if (!isPublicationFor(event, seriesUuid)) continue;
      // The start of a transcript is only read when there is something to compare it with.
      since ??= await transcribedAt(log, episodeUuid);
      if (since === null || event.position <= since) return;
      yield event;
    }
  };

  return {
    holds: (event) =>
      streams.includes(event.stream) ||
      (event.stream === RECOUNTS && ['RecountPublished', 'RecountReverted'].includes(event.type)),
    readsData: false,
    isOfEpisode: true,
    isWhole: false,
    wanted: allOf,
    read: (before) => newestFirst([...streams.map((stream) => backwards(log, stream, before)), publications(before)]),
  };
}

/** `text`: only changes whose words contain it. */
export function ofEverything(
  { log }: Streams,
  filter: WholeLogFilter & { readonly mayRead: (stream: string) => boolean },
  { from, to }: TimeSpan,
  text: string | null,
  narrator: Narrator,
): Source {
  const isIn = ({ metadata }: RecordedEvent) => {
    const at = Date.parse(metadata.at);

    return (from === null || at >= from.getTime()) && (to === null || at < to.getTime());
  };

  return {
    holds: ({ stream }) => filter.mayRead(stream),
    readsData: false,
    isOfEpisode: false,
    isWhole: true,
    async wanted(events) {
      const passed = events.map((event) => isIn(event) && filter.accepts(event));
      if (text === null) return passed;
      const searched = foldQuickly(text);
      const words = await narrator.wordsOf(events.filter((_, index) => passed[index]));

      return events.map(
        ({ id }, index) => passed[index]! && words.get(id)!.some((one) => foldQuickly(one).includes(searched)),
      );
    },
    async *read(before) {
      const { streamPrefixes, correlationId } = filter;
      const end = to && (await log.lastBy(new Date(to.getTime() + CLOCKS_DIFFER_MS)));
      if (to !== null && end === null) return;
      const isEarlier = end !== null && (before === null || end.position < before);
      const read = log.readAllBackwards({
        before: (isEarlier ? end.position + 1n : before) ?? undefined,
        filter: { types: LISTED_TYPES, streamPrefixes },
        correlationId,
      });
      for await (const event of read) {
        if (from !== null && Date.parse(event.metadata.at) < from.getTime() - CLOCKS_DIFFER_MS) return;
        yield event;
      }
    },
  };
}

async function* about(
  log: Streams['log'],
  db: Db,
  subjectId: string,
  stream: string | null,
  before: bigint | null,
): AsyncGenerator<RecordedEvent> {
  for (let next = before; ;) {
    const places = await listEventsAbout(db, subjectId, { before: next, stream, limit: ABOUT_A_PAGE });
    const found: RecordedEvent[] = [];
    for (const [name, ofOne] of byStream(places)) {
      const revisions = ofOne.map(({ revision }) => revision).sort((a, b) => a - b);
      for await (const event of eventsAt(log, name, revisions)) found.push(event);
    }
    yield* found.sort((a, b) => (a.position > b.position ? -1 : 1));
    if (places.length < ABOUT_A_PAGE) return;
    next = places.at(-1)!.position;
  }
}

async function* backwards(log: Streams['log'], stream: string, before: bigint | null): AsyncGenerator<RecordedEvent> {
  for await (const event of log.readStream(stream, { direction: 'backwards' })) {
    throwIfCallerLeft();
    if ((before === null || event.position < before) && LISTED_TYPES.includes(event.type)) yield event;
  }
}

/** Merges lists that are newest first. */
async function* newestFirst(sources: readonly AsyncGenerator<RecordedEvent>[]): AsyncGenerator<RecordedEvent> {
  const heads = await Promise.all(sources.map(async (source) => source.next()));
  try {
    for (;;) {
      let newest = -1;
      for (const [index, { done, value }] of heads.entries())
        if (!done && (newest === -1 || value.position > (heads[newest]!.value as RecordedEvent).position))
          newest = index;
      if (newest === -1) return;
      yield heads[newest]!.value as RecordedEvent;
      heads[newest] = await sources[newest]!.next();
    }
  } finally {
    for (const source of sources) await source.return(undefined);
  }
}
