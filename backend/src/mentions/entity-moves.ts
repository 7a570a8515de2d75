import type { SeriesUuid } from '@earmark/contracts/series';
import { SegmentId } from '@earmark/contracts/transcripts';
import type { EntityId } from '@earmark/contracts/vocabulary';
import type { EventLog } from '@earmark/projections/event-log';
import { findMentionCandidates, listSeriesOf, type NumberScope } from '@earmark/projections/queries';
import type { Pool } from 'pg';
import { eventsOf, type DecodedEvent } from '../kit/recorded-events.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { StateCache } from '../kit/state-cache.ts';
import { emptyVersion, transcript, type TranscriptState } from '../transcripts/transcript.decider.ts';
import { STILL_HOLDS, VocabularyThroughTime, type HeldPattern } from '../vocabulary/vocabulary-through-time.ts';
import { movesOf, type Move } from './number-fold.ts';
import { TouchedEpisodes } from './touched-episodes.ts';

export type EpisodeMove = Move & { readonly episodeUuid: string };

const CACHE_BYTES = 16 * 1024 * 1024;
const BYTES_PER_MOVE = 200;
/** How many episodes are read at the same time. */
const EPISODES_AT_ONCE = 8;

/** By segment id. */
type Texts = Map<SegmentId, string>;

interface Surroundings {
  readonly seriesUuid: SeriesUuid;
  readonly recounts: readonly DecodedEvent[];
  /** Segments in which the entity may occur; null for all. */
  readonly texts: Texts | null;
  /** The revision of the vocabulary since the last relevant change. */
  readonly wordsAt: number;
}

/**
 * What moved the number of mentions of entities. For all episodes, only those are folded in which the entity can ever
 * have been mentioned: by the index of words where a text stands in the tables, by the log where it was changed since
 * or people decided. Of a transcript that nobody changed, the end of its stream is enough, with the texts that the
 * index found. An episode is folded once, until its streams, the recounts or the patterns go on.
 */
export class EntityMoves {
  private readonly folded = new StateCache(CACHE_BYTES);
  private readonly touched: TouchedEpisodes;

  constructor(
    private readonly log: EventLog,
    private readonly pool: Pool,
  ) {
    this.touched = new TouchedEpisodes(log);
  }

  /** The moves in log order. Throws the signal's reason when it is aborted. */
  async list(
    entityId: EntityId,
    { episodeUuid, podcastUuid }: NumberScope,
    signal: AbortSignal,
  ): Promise<EpisodeMove[]> {
    const history = VocabularyThroughTime.of(this.log);
    const revision = await history.readOn();
    const recounts = await collect(eventsOf(this.log, 'recount-main'));
    const heard = episodeUuid === null ? await this.heardIn(entityId, history) : new Map([[episodeUuid, null]]);
    const series = await listSeriesOf(this.pool, [...heard.keys()]);
    const changedAt = lastChangeOf(history.patternsOf([entityId]));
    const waiting = [...series].filter(([, seriesUuid]) => podcastUuid === null || seriesUuid === podcastUuid);
    const moves: EpisodeMove[] = [];
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        signal.throwIfAborted();
        const [uuid, seriesUuid] = next;
        const texts = heard.get(uuid) ?? null;
        const story = { seriesUuid, recounts, texts, wordsAt: texts === null ? revision : changedAt };
        for (const move of await this.movesIn(uuid, entityId, story, history))
          moves.push({ ...move, episodeUuid: uuid });
      }
    };
    await Promise.all(Array.from({ length: EPISODES_AT_ONCE }, work));

    return moves.sort((a, b) => (a.position < b.position ? -1 : 1));
  }

  /** Episode → the texts in which the entity may occur; null when these may be incomplete. */
  private async heardIn(entityId: EntityId, history: VocabularyThroughTime): Promise<Map<string, Texts | null>> {
    const held = history.patternsOf([entityId]);
    const patterns = held.map(({ facts }) => ({ name: facts.name, whole_word: facts.wholeWord }));
    const { segments, replaced } = await atOneMoment(this.pool, async (db) => findMentionCandidates(db, patterns));
    const heard = new Map<string, Texts | null>();
    for (const { episode_uuid: uuid, segment_id: segmentId, text } of segments) {
      const texts = heard.get(uuid) ?? new Map<SegmentId, string>();
      heard.set(uuid, texts.set(SegmentId.parse(segmentId), text));
    }
    for (const uuid of [...replaced, ...(await this.touched.of(entityId, held))]) heard.set(uuid, null);

    return heard;
  }

  private async movesIn(
    uuid: string,
    entityId: EntityId,
    { seriesUuid, recounts, texts, wordsAt }: Surroundings,
    history: VocabularyThroughTime,
  ): Promise<Move[]> {
    const stream = `transcript-${uuid}`;
    const [head] = await collect(this.log.readStream(stream, { direction: 'backwards', limit: 1 }));
    if (!head) return [];
    const decisions = await collect(eventsOf(this.log, `entities-${uuid}`));
    const revisions = [head.revision, decisions.length, recounts.length, wordsAt];
    const key = [entityId, uuid, ...revisions].join(' ');
    const cached = this.folded.get<Move[]>(key);
    if (cached) return cached.state;

    const end = await collect(eventsOf(this.log, stream, { from: Math.max(0, head.revision - 1) }));
    const untouched = texts && untouchedTranscript(end, texts);
    const heard = untouched ? end : await collect(eventsOf(this.log, stream));
    const events = [...heard, ...decisions, ...recounts].sort((a, b) =>
      a.recorded.position < b.recorded.position ? -1 : 1,
    );
    const start = untouched || transcript.initial();
    const moves = movesOf(entityId, { seriesUuid, start, events }, (ids) => history.patternsOf(ids));
    this.folded.put(key, { state: moves, revision: head.revision }, BYTES_PER_MOVE * moves.length);

    return moves;
  }
}

const lastChangeOf = (patterns: readonly HeldPattern[]): number =>
  patterns.reduce((last, { from, to }) => Math.max(last, from, to === STILL_HOLDS ? -1 : to), -1);

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

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);

  return all;
}
