import { EntitiesExtracted, EntityAdded, EntityEdited, EntityRemoved } from '@earmark/contracts/entities';
import { RecountPublished, RecountReverted } from '@earmark/contracts/recounts';
import type { SeriesUuid } from '@earmark/contracts/series';
import {
  SegmentAdded,
  SegmentDeleted,
  SegmentEdited,
  SegmentRestored,
  SegmentsMerged,
  SegmentSplit,
  TimestampsVerified,
  TranscriptActivated,
  TranscriptRecorded,
  type SegmentId,
} from '@earmark/contracts/transcripts';
import type { EntityId } from '@earmark/contracts/vocabulary';
import type { EventLog } from '@earmark/projections/event-log';
import { STILL_HOLDS } from '@earmark/projections/queries';
import { decodedOf, eventsOf, type DecodedEvent } from '../kit/recorded-events.ts';
import { REMOVALS } from '../kit/removals.ts';
import { StateCache } from '../kit/state-cache.ts';
import { emptyVersion, transcript, type TranscriptState } from '../transcripts/transcript.decider.ts';
import { OF_MERGES, type MergeEvent } from './merge-history.ts';
import { movesOf, sourcesOf, type HeldPattern, type Move } from './number-fold.ts';

export type EpisodeMove = Move & { readonly episodeUuid: string };

/** By segment id. */
export type Texts = Map<SegmentId, string>;

/** An episode in which an entity may have been mentioned. */
export interface HeardEpisode {
  readonly uuid: string;
  readonly seriesUuid: SeriesUuid;
  /** Segments in which the entity may occur; null for all. */
  readonly texts: Texts | null;
}

/** The same for all episodes. */
export interface Surroundings {
  readonly recounts: readonly DecodedEvent[];
  /** The entity and all that were ever merged into it, and these merges. */
  readonly counting: ReadonlySet<EntityId>;
  readonly merges: readonly MergeEvent[];
  readonly patternsOf: (entityIds: ReadonlySet<EntityId>) => Promise<readonly HeldPattern[]>;
  /** What removed and restored the episode or its podcast. */
  readonly removalsOf: (episode: HeardEpisode) => Promise<readonly DecodedEvent[]>;
}

/** Events of recounts move the number of every episode, as do merges of the entity. */
export const OF_RECOUNTS: readonly string[] = [RecountPublished.type, RecountReverted.type];
const OF_TRANSCRIPTS = [
  TranscriptActivated,
  SegmentEdited,
  SegmentAdded,
  SegmentDeleted,
  SegmentRestored,
  SegmentSplit,
  SegmentsMerged,
  TimestampsVerified,
].map(({ type }): string => type);
const OF_ENTITIES = [EntitiesExtracted, EntityAdded, EntityRemoved, EntityEdited].map(({ type }): string => type);
/** All that can change a number. */
export const MOVING: readonly string[] = [...OF_TRANSCRIPTS, ...OF_ENTITIES, ...OF_RECOUNTS, ...OF_MERGES, ...REMOVALS];

const CACHE_BYTES = 16 * 1024 * 1024;
const BYTES_PER_MOVE = 200;
/** How many episodes are read at the same time. */
const EPISODES_AT_ONCE = 8;
/** From here on, reading the whole log once is faster than the streams one by one. */
const MANY_EPISODES = 500;

/**
 * What moved the number of mentions of an entity in one episode after the other. Of a transcript that nobody changed,
 * the end of its stream is enough, with the texts that the index of words found. An episode is folded once, until its
 * streams, the recounts or the patterns go on.
 */
export class EpisodeMoves {
  private readonly folded = new StateCache(CACHE_BYTES);

  constructor(private readonly log: EventLog) {}

  /** In no order. Throws the signal's reason when it is aborted. */
  async list(
    entityId: EntityId,
    episodes: readonly HeardEpisode[],
    surroundings: Surroundings,
    signal: AbortSignal,
  ): Promise<EpisodeMove[]> {
    const moves: EpisodeMove[] = [];
    const ends = episodes.length > MANY_EPISODES ? await this.readEnds(episodes, signal) : null;
    const waiting = [...episodes];
    const work = async () => {
      for (let episode = waiting.pop(); episode; episode = waiting.pop()) {
        signal.throwIfAborted();
        const own = ends?.get(episode.uuid) ?? (await this.readEnd(episode));
        for (const move of await this.movesIn(entityId, episode, own, surroundings))
          moves.push({ ...move, episodeUuid: episode.uuid });
      }
    };
    await Promise.all(Array.from({ length: EPISODES_AT_ONCE }, work));

    return moves;
  }

  private async movesIn(
    entityId: EntityId,
    episode: HeardEpisode,
    { end, decisions, head }: End,
    { recounts, counting, merges, patternsOf, removalsOf }: Surroundings,
  ): Promise<Move[]> {
    if (head === null) return [];
    const { uuid, seriesUuid, texts } = episode;
    const removals = await removalsOf(episode);
    const patterns = await patternsOf(sourcesOf(counting, decisions));
    const revisions = [head, decisions.length, recounts.length, removals.length, merges.length, lastChangeOf(patterns)];
    const key = [entityId, uuid, ...revisions].join(' ');
    const cached = this.folded.get<Move[]>(key);
    if (cached) return cached.state;

    const untouched = texts && untouchedTranscript(end, texts);
    const heard = untouched ? end : await collect(eventsOf(this.log, `transcript-${uuid}`));
    const events = [...heard, ...decisions, ...recounts, ...merges, ...removals].sort((a, b) =>
      a.recorded.position < b.recorded.position ? -1 : 1,
    );
    const start = untouched || transcript.initial();
    const moves = movesOf(entityId, counting, { seriesUuid, start, events }, patterns);
    this.folded.put(key, { state: moves, revision: head }, BYTES_PER_MOVE * moves.length);

    return moves;
  }

  private async readEnd({ uuid }: HeardEpisode): Promise<End> {
    const last = await collect(this.log.readStream(`transcript-${uuid}`, { direction: 'backwards', limit: 2 }));
    const decisions = await collect(eventsOf(this.log, `entities-${uuid}`));

    return { end: last.reverse().map(decodedOf), decisions, head: last.at(-1)?.revision ?? null };
  }

  /** Those of all episodes that only their first transcript, pins and decisions concern. */
  private async readEnds(episodes: readonly HeardEpisode[], signal: AbortSignal): Promise<Map<string, End>> {
    const ends = new Map(episodes.map(({ uuid }) => [uuid, { end: [], decisions: [] } as Mutable<Omit<End, 'head'>>]));
    const types = [TranscriptRecorded.type, ...OF_TRANSCRIPTS, ...OF_ENTITIES];
    for await (const recorded of this.log.readAll({ filter: { types } })) {
      signal.throwIfAborted();
      const of = ends.get(episodeOf(recorded.stream));
      (recorded.stream.startsWith('transcript-') ? of?.end : of?.decisions)?.push(decodedOf(recorded));
    }

    return new Map(
      [...ends]
        .filter(([, { end }]) => end.length === 2)
        .map(([uuid, own]) => [uuid, { ...own, head: own.end[1]!.revision }]),
    );
  }
}

/** The last two events of a transcript's stream, its last revision (null: none), and the stream of entities. */
interface End {
  readonly end: readonly DecodedEvent[];
  readonly decisions: readonly DecodedEvent[];
  readonly head: number | null;
}
type Mutable<Value> = { -readonly [Key in keyof Value]: [...(Value[Key] & readonly DecodedEvent[])] };

/** The uuid in the name of its streams. */
export const episodeOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

/** The state before the end of the stream of a transcript that was recorded, shown and never changed; else null. */
function untouchedTranscript(end: readonly DecodedEvent[], texts: Texts): TranscriptState | null {
  const [recorded, activated] = end;
  if (recorded?.type !== 'TranscriptRecorded' || activated?.type !== 'TranscriptActivated') return null;
  const { versionId, chunks, source } = recorded.data;
  // Nothing but its chunks is before it.
  if (recorded.revision !== chunks || activated.data.versionId !== versionId) return null;
  const segments = [...texts].map(
    ([segmentId, text]) =>
      [segmentId, { segmentId, text, orderKey: '0', speakerId: null, startMs: 0, endMs: 0 }] as const,
  );
  const version = { ...emptyVersion(), source, segments: new Map(segments) };

  return { versions: new Map([[versionId, version]]), active: null };
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);

  return all;
}

/** Changes with every change of these patterns. */
const lastChangeOf = (patterns: readonly HeldPattern[]): number =>
  patterns.reduce((last, { from, to }) => Math.max(last, from, to === STILL_HOLDS ? -1 : to), -1);
