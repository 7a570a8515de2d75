import { eventDecoder } from '@earmark/contracts/kit';
import {
  RecountPublished,
  RecountStarted,
  type RecountId,
  type RecountList,
  type RecountPassages,
  type RecountPassagesQuery,
  type RecountSummary,
  type RecountView,
} from '@earmark/contracts/recounts';
import type { RecordedEvent } from '@earmark/projections/event-log';
import {
  countOutdated,
  countStale,
  DIFFERENCES_A_PAGE,
  listDifferences,
  listPublications,
  listRecountPassages,
  listRuns,
  sumRecount,
  type RecountRun,
  type StandingPublication,
} from '@earmark/projections/recounts';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { headPin } from '../vocabulary/pins.ts';
import { isOvertaken, recounts, type RecountsState } from './recount.decider.ts';

const MAIN = 'main';
const RECOUNTS_A_PAGE = 50;
const decodeStarted = eventDecoder([RecountStarted]);
const decodePublished = eventDecoder([RecountPublished]);

/** The publication that came after another one, as the page shows it. */
type Later = NonNullable<NonNullable<RecountSummary['inForce']>['later']>;

/** Summaries of recounts for the pages, from their stream and tables. */
@Injectable()
export class RecountSummaries {
  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** Newest first, those that were started before the recount `after`. Throws Rejected `recount-unknown`. */
  async list(after: RecountId | null): Promise<RecountList> {
    const started: RecordedEvent[] = [];
    for await (const event of this.streams.log.readStream('recount-main', { direction: 'backwards' }))
      if (event.type === RecountStarted.type) started.push(event);
    // Read last, so that it includes every recount found, even one that another process has just started.
    const { state } = await this.streams.read(recounts, MAIN);
    const runs = await this.runs();
    const inForce = await this.publicationsInForce();
    if (after !== null && !state.recounts.has(after)) throw unknown(after);
    const from = started.findIndex((event) => idOf(event) === after) + 1;
    const page = started.slice(from, from + RECOUNTS_A_PAGE);
    const summaries: RecountSummary[] = [];
    for (const event of page) summaries.push(await this.summary(event, state, runs, inForce));
    const { vocabularyRevision } = await headPin(this.streams.log);

    return {
      recounts: summaries,
      next: from + page.length < started.length ? idOf(page.at(-1)!) : null,
      behind: await countOutdated(this.pool, vocabularyRevision),
    };
  }

  async get(recountId: RecountId): Promise<RecountSummary> {
    const { state } = await this.streams.read(recounts, MAIN);
    if (state.recounts.has(recountId))
      for await (const event of this.streams.log.readStream('recount-main'))
        if (event.type === RecountStarted.type && idOf(event) === recountId) {
          const runs = await this.runs();
          const isPublished = state.recounts.get(recountId)!.standing === 'published';
          const inForce = isPublished ? await this.publicationsInForce() : new Map();
          return this.summary(event, state, runs, inForce);
        }
    throw unknown(recountId);
  }

  async view(
    recountId: RecountId,
    by: 'entity' | 'podcast' | 'episode',
    sort: 'absolute' | 'relative',
    after: string | undefined,
    text?: string,
  ): Promise<RecountView> {
    if (after !== undefined && !/^\d{1,9}$/.test(after))
      throw new Rejected('invalid', 'The value of "after" does not come from this list.');
    const offset = Number(after ?? 0);
    const summary = await this.get(recountId);
    const { differences, more } = await listDifferences(this.pool, recountId, by, sort, offset, text || null);

    return { ...summary, differences, next: more ? String(offset + DIFFERENCES_A_PAGE) : null };
  }

  /** The mentions of one entity that a publication adds and removes. Empty once it is discarded. */
  async passages(recountId: RecountId, place: z.infer<typeof RecountPassagesQuery>): Promise<RecountPassages> {
    await this.get(recountId);

    return listRecountPassages(this.pool, recountId, place);
  }

  /** The recounts that are in progress or about to start, the oldest first. */
  async listRunning(): Promise<RecountId[]> {
    const { state } = await this.streams.read(recounts, MAIN);

    return runningIn(state, await this.runs());
  }

  private async runs(): Promise<Map<RecountId, RecountRun>> {
    return new Map((await listRuns(this.pool)).map((run) => [run.recount_id, run]));
  }

  private async summary(
    started: RecordedEvent,
    state: RecountsState,
    runs: ReadonlyMap<RecountId, RecountRun>,
    inForce: ReadonlyMap<RecountId, NonNullable<RecountSummary['inForce']>>,
  ): Promise<RecountSummary> {
    const { recountId, pin, scope, only } = decodeStarted(started).data;
    const { standing } = state.recounts.get(recountId)!;
    const run = runs.get(recountId) ?? null;
    const status = standing === 'open' ? (run?.status ?? 'running') : standing;
    const left = run && run.per_second ? Math.ceil((run.total - run.done) / run.per_second) : null;
    const totals =
      run !== null && (status === 'ready' || status === 'published') ? await sumRecount(this.pool, recountId) : null;
    const overtaken = status === 'ready' && isOvertaken(state, recountId);

    return {
      id: recountId,
      status,
      startedAt: started.metadata.at,
      startedBy: started.metadata.actor.name,
      pin,
      podcastUuids: scope.podcastUuids,
      only: only && { eventIds: only.eventIds, patterns: only.patterns, names: only.names },
      episodes: run?.total ?? 0,
      progress: {
        percent: status === 'running' || status === 'paused' ? percentOf(run) : 100,
        eventsPerSecond: status === 'running' ? (run?.per_second ?? null) : null,
        secondsLeft: status === 'running' ? left : null,
      },
      isWaiting: (run?.done ?? 0) === 0 && runningIn(state, runs).indexOf(recountId) > 0,
      failure: run?.failure ?? null,
      before: totals?.before ?? null,
      after: totals?.after ?? null,
      inForce: (status === 'published' && inForce.get(recountId)) || null,
      overtaken: overtaken ? { asOf: await this.askedAsOf(started) } : null,
      changedSince: run !== null && status === 'ready' && !overtaken ? await countStale(this.pool, run) : 0,
    };
  }

  /** The log position that chose its patterns; null when they were the current ones at its start. */
  private async askedAsOf(started: RecordedEvent): Promise<string | null> {
    const { pin, only } = decodeStarted(started).data;
    if (only !== null) return null;
    const from = pin.vocabularyRevision + 1;
    for await (const next of this.streams.log.readStream('vocabulary-main', { from, limit: 1 }))
      if (next.position < started.position) return String(next.position - 1n);

    return null;
  }

  /** By recount: the later publications, and the newest of them. */
  private async publicationsInForce(): Promise<Map<RecountId, NonNullable<RecountSummary['inForce']>>> {
    const published = new Map<RecountId, Later>();
    for await (const event of this.streams.log.readStream('recount-main'))
      // Undoing a revert gives a publication its place and time back.
      if (event.type === RecountPublished.type && event.metadata.reverts === null) {
        const { at, actor } = event.metadata;
        const id = decodePublished(event).data.recountId;
        published.set(id, { id, at, by: actor.name });
      }
    const standing = await listPublications(this.pool);
    const laterTo = (index: number): Later | null => {
      const later = standing.slice(index + 1).findLast((other) => other.episodes > 0 && share(other, standing[index]!));

      return (later && published.get(later.recount_id)) ?? null;
    };

    return new Map(
      standing.map(({ recount_id, episodes }, index) => [recount_id, { episodes, later: laterTo(index) }]),
    );
  }
}

/** The oldest first, as they are counted. */
const runningIn = (state: RecountsState, runs: ReadonlyMap<RecountId, RecountRun>): RecountId[] =>
  [...state.recounts].flatMap(([id, { standing }]) =>
    standing === 'open' && (runs.get(id)?.status ?? 'running') === 'running' ? [id] : [],
  );

const idOf = (started: RecordedEvent): RecountId => decodeStarted(started).data.recountId;

const unknown = (recountId: RecountId): Rejected =>
  new Rejected('recount-unknown', `There is no recount ${recountId}.`);

/** Whether both concern a podcast. */
const share = ({ series_uuids: one }: StandingPublication, { series_uuids: other }: StandingPublication): boolean =>
  one === null || other === null || one.some((uuid) => other.includes(uuid));

/** 100 is for those that are ready. */
const percentOf = (run: RecountRun | null): number =>
  run === null || run.total === 0 ? 0 : Math.min(99, Math.floor((run.done / run.total) * 100));
