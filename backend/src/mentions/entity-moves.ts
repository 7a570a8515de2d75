import { SegmentId } from '@earmark/contracts/transcripts';
import type { EntityId } from '@earmark/contracts/vocabulary';
import type { EventLog } from '@earmark/projections/event-log';
import {
  findExportPlace,
  findMentionCandidates,
  findNumber,
  listHeldPatterns,
  listSeriesOf,
  type NumberScope,
} from '@earmark/projections/queries';
import type { Pool } from 'pg';
import { decodedOf, eventsOf } from '../kit/recorded-events.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import {
  collect,
  EpisodeMoves,
  episodeOf,
  MOVING,
  OF_RECOUNTS,
  type EpisodeMove,
  type HeardEpisode,
  type Texts,
} from './episode-moves.ts';
import { countingFor, isMerge, MergeHistory, OF_MERGES } from './merge-history.ts';
import { removalsFinder } from './episode-removals.ts';
import type { HeldPattern } from './number-fold.ts';
import { linesOf, type LedgerLine, type LedgerStart } from './ledger-lines.ts';
import { TouchedEpisodes } from './touched-episodes.ts';

export interface LedgerWanted extends NumberScope {
  readonly entityId: EntityId;
  /** Null: the newest. */
  readonly start: LedgerStart | null;
  /** How many lines. */
  readonly most: number;
}

/** So few episodes are all folded at once; of more, those that changed last, so many at a time. */
const DEFAULTS = { few: 60, atOnce: 60 };

/** Where the tables stand. */
interface Present {
  readonly episodes: readonly HeardEpisode[];
  readonly position: bigint;
  readonly number: number;
}

/**
 * What moved the number of mentions of an entity. Only those episodes are folded in which it can ever have been
 * mentioned: by the index of words where a text stands in the tables, by the log where it was changed since or people
 * decided; and of these only the ones that changed since the oldest line that is wanted, for totals are counted back
 * from the present number.
 */
export class EntityMoves {
  private readonly moves: EpisodeMoves;
  private readonly touched: TouchedEpisodes;
  private readonly merges: MergeHistory;

  constructor(
    private readonly log: EventLog,
    private readonly pool: Pool,
    private readonly limits = DEFAULTS,
  ) {
    this.moves = new EpisodeMoves(log);
    this.touched = new TouchedEpisodes(log);
    this.merges = new MergeHistory(log);
  }

  /** Newest first, up to where the tables stand. Throws the signal's reason when it is aborted. */
  async lines(wanted: LedgerWanted, signal: AbortSignal): Promise<LedgerLine[]> {
    const { entityId, start, most } = wanted;
    const recounts = await collect(eventsOf(this.log, 'recount-main'));
    const patternsOf = this.patternsReader();
    const { entityIds, merges } = countingFor(entityId, await this.merges.readOn());
    const held = await patternsOf(entityIds);
    const removalsOf = await removalsFinder(this.log, this.pool);
    const present = await this.present(wanted, entityIds, held);
    // Counting begins here, and the lines before `before`.
    const { position, total } =
      start === null || start.total === null
        ? { position: present.position + 1n, total: present.number }
        : { position: start.position, total: start.total };
    const before = start?.position ?? position;

    const all: EpisodeMove[] = [];
    for await (const { episodes, downTo } of this.batches(present.episodes, entityIds, position, signal)) {
      all.push(
        ...(await this.moves.list(
          entityId,
          episodes,
          { recounts, counting: entityIds, merges, patternsOf, removalsOf },
          signal,
        )),
      );
      const known = all.filter((move) => downTo <= move.position && move.position < position);
      const lines = linesOf(known, total).filter((line) => line.position < before);
      if (lines.length >= most || downTo === 0n) return lines.slice(0, most);
    }

    return [];
  }

  /** The episodes by their last change before the position. Of those left, none changed the number since `downTo`. */
  private async *batches(
    episodes: readonly HeardEpisode[],
    entityIds: ReadonlySet<EntityId>,
    before: bigint,
    signal: AbortSignal,
  ): AsyncGenerator<{ episodes: readonly HeardEpisode[]; downTo: bigint }> {
    if (episodes.length > this.limits.few) {
      const waiting = new Map(episodes.map((episode) => [episode.uuid, episode]));
      let batch: HeardEpisode[] = [];
      for await (const recorded of this.log.readAllBackwards({ before, filter: { types: MOVING } })) {
        const { stream, type, position } = recorded;
        signal.throwIfAborted();
        const merge = OF_MERGES.includes(type) ? decodedOf(recorded) : null;
        if (merge && !(isMerge(merge) && entityIds.has(merge.data.from))) continue;
        if (merge || OF_RECOUNTS.includes(type)) return yield { episodes: [...batch, ...waiting.values()], downTo: 0n };
        for (const episode of movedBy(stream, waiting)) {
          waiting.delete(episode.uuid);
          batch.push(episode);
        }
        if (batch.length < this.limits.atOnce) continue;
        yield { episodes: batch, downTo: position };
        batch = [];
      }

      return yield { episodes: batch, downTo: 0n };
    }
    yield { episodes, downTo: 0n };
  }

  /** Reads the patterns of each set of entities once. */
  private patternsReader() {
    const known = new Map<string, Promise<readonly HeldPattern[]>>();

    return async (entityIds: ReadonlySet<EntityId>): Promise<readonly HeldPattern[]> => {
      const key = [...entityIds].sort().join(' ');
      const patterns = known.get(key) ?? listHeldPatterns(this.pool, [...entityIds]);
      known.set(key, patterns);

      return patterns;
    };
  }

  /** The present number, and the episodes in which the entity may ever have been mentioned. */
  private async present(
    wanted: LedgerWanted,
    entityIds: ReadonlySet<EntityId>,
    held: readonly HeldPattern[],
  ): Promise<Present> {
    const { entityId, episodeUuid, podcastUuid } = wanted;
    const patterns = held.map(({ facts }) => ({ name: facts.name, whole_word: facts.wholeWord }));
    const { place, number, candidates } = await atOneMoment(this.pool, async (db) => ({
      place: await findExportPlace(db),
      number: await findNumber(db, entityId, wanted),
      candidates: episodeUuid === null ? await findMentionCandidates(db, patterns) : null,
    }));
    const heard = new Map<string, Texts | null>();
    for (const { episode_uuid: uuid, segment_id: segmentId, text } of candidates?.segments ?? []) {
      const texts = heard.get(uuid) ?? new Map<SegmentId, string>();
      heard.set(uuid, texts.set(SegmentId.parse(segmentId), text));
    }
    // The texts of these may be incomplete.
    const touched = episodeUuid === null ? await this.touched.of(entityIds, held) : [episodeUuid];
    for (const uuid of [...(candidates?.replaced ?? []), ...touched]) heard.set(uuid, null);
    const series = await listSeriesOf(this.pool, [...heard.keys()]);
    const episodes = [...series]
      .filter(([, seriesUuid]) => podcastUuid === null || seriesUuid === podcastUuid)
      .map(([uuid, seriesUuid]) => ({ uuid, seriesUuid, texts: heard.get(uuid) ?? null }));

    return { episodes, position: place?.position ?? 0n, number };
  }
}

/** The episode of the stream, or all of its podcast. */
function movedBy(stream: string, waiting: ReadonlyMap<string, HeardEpisode>): HeardEpisode[] {
  const id = episodeOf(stream);
  if (stream.startsWith('series-')) return [...waiting.values()].filter(({ seriesUuid }) => seriesUuid === id);
  const episode = waiting.get(id);

  return episode ? [episode] : [];
}
