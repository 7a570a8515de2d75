import { randomUUID } from 'node:crypto';
import type {
  PreviewAnswer,
  PreviewRequest,
  RecountList,
  RecountPassages,
  RecountPassagesQuery,
  RecountSummary,
  RecountView,
  StartRecountRequest,
} from '@earmark/contracts/recounts';
import { RecountPublished, RecountStarted } from '@earmark/contracts/recounts';
import { eventDecoder } from '@earmark/contracts/kit';
import { MATCHER_VERSION } from '@earmark/contracts/mentions';
import type { Pin } from '@earmark/contracts/vocabulary';
import type { RecordedEvent } from '@earmark/projections/event-log';
import {
  countBehind,
  DIFFERENCES_A_PAGE,
  dropRun,
  findRun,
  listDifferences,
  listPublications,
  listRecountPassages,
  listRuns,
  setStatus,
  startRun,
  sumRecount,
  type RecountRun,
  type StandingPublication,
} from '@earmark/projections/recounts';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { asOfPlace } from '../kit/as-of-place.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import type { Context } from '../kit/context.ts';
import { streamAsOf } from '../kit/log-moment.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams, type Outcome } from '../kit/streams.ts';
import { headPin } from '../vocabulary/pins.ts';
import { vocabulary } from '../vocabulary/vocabulary.decider.ts';
import { changeOfPast } from './change-of-past.ts';
import { planChange } from './planned-change.ts';
import { findOpen, isOvertaken, recounts, type RecountsState } from './recount.decider.ts';
import { RecountsThread } from './recounts-thread.ts';
import { RecountsWatch } from './recounts-watch.ts';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PG_POOL } from '../kit/pg.ts';
import { REPORT, STORE_URLS, type Report, type StoreUrls } from '../kit/core.ts';

const MAIN = 'main';
const RECOUNTS_A_PAGE = 50;
const decodeStarted = eventDecoder([RecountStarted]);
const decodePublished = eventDecoder([RecountPublished]);

/** As the page tells a publication that another one comes after. */
type Later = NonNullable<NonNullable<RecountSummary['inForce']>['later']>;

@Injectable()
export class RecountsHandler implements OnApplicationShutdown {
  private readonly thread: RecountsThread;
  private watching: RecountsWatch | null = null;

  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly checkpoints: Checkpoints,
    @Inject(STORE_URLS) { databaseUrl }: StoreUrls,
    @Inject(REPORT) private readonly report: Report,
  ) {
    this.thread = new RecountsThread(databaseUrl, report);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.watching?.stop();
    await this.thread.stop();
  }

  /** From now on goes on with what nobody counts: another process, or our thread, may have ended. `only`: one recount. */
  watch(only: string | null = null): void {
    this.watching ??= new RecountsWatch(async () => this.resume(only), this.report);
  }

  /** Goes on with every recount that is open and neither ready, failed nor paused, also where nothing of it was kept. */
  async resume(only: string | null = null): Promise<void> {
    const { state } = await this.streams.read(recounts, MAIN);
    const runs = new Map((await listRuns(this.pool)).map((run) => [run.recount_id, run.status]));
    const toCount: string[] = [];
    for (const [recountId, { standing }] of state.recounts) {
      if (only !== null && recountId !== only) continue;
      const status = runs.get(recountId);
      if (standing === 'open' && (status ?? 'running') === 'running') toCount.push(recountId);
      // It was discarded just when it was prepared again.
      if (standing === 'discarded' && status !== undefined) await dropRun(this.pool, recountId);
    }
    if (toCount.length === 0 || !(await this.tablesKnow())) return;
    for (const recountId of toCount) {
      const { pin, scope } = state.recounts.get(recountId)!;
      await this.prepare(recountId, pin, scope.podcastUuids);
      this.thread.recount(recountId);
    }
  }

  /** Counts it as soon as the tables know what is counted: while they are behind, the watch comes back to it. */
  private async count(recountId: string): Promise<void> {
    if (await this.tablesKnow()) this.thread.recount(recountId);
  }

  /** Patterns and episodes of every recount are in the tables, which may be behind or still be built. */
  private async tablesKnow(): Promise<boolean> {
    if (this.haveMentionsStopped()) return false;
    for await (const last of this.streams.log.readStream('recount-main', { direction: 'backwards', limit: 1 }))
      return this.checkpoints.passed(last.position);

    return false;
  }

  /** Nobody waits for a projection that has stopped, and what is counted would be counted by its tables. */
  private haveMentionsStopped(): boolean {
    return this.checkpoints.all.some(({ name, failure }) => name === 'mentions' && failure !== null);
  }

  /** Throws Rejected: invalid, series-unknown, recount-state. */
  async start(
    request: z.infer<typeof StartRecountRequest>,
    context: Context,
  ): Promise<{ id: string; outcome: Outcome }> {
    if (this.haveMentionsStopped())
      throw new Rejected(
        'recount-state',
        'The projection "mentions" has stopped. It must go on before anything is counted.',
      );
    const recountId = randomUUID();
    const podcastUuids = request.podcastUuids ?? null;
    const pin = await this.pinAsOf(request.asOf ?? null);
    if (podcastUuids !== null) await this.assertKnown(podcastUuids);
    const command = { type: 'StartRecount', recountId, pin, scope: { podcastUuids } } as const;
    const outcome = await this.streams.decide(recounts, MAIN, command, context);
    await this.prepare(recountId, pin, podcastUuids);
    await this.count(recountId);

    return { id: recountId, outcome };
  }

  /** As start; but goes on with an open one of the same episodes and patterns, also when somebody paused it. */
  async startOrGoOn(request: z.infer<typeof StartRecountRequest>, context: Context): Promise<string> {
    const podcastUuids = request.podcastUuids ?? null;
    const pin = await this.pinAsOf(request.asOf ?? null);
    const { state } = await this.streams.read(recounts, MAIN);
    const recountId = findOpen(state, pin, podcastUuids);
    if (recountId === null) return (await this.start(request, context)).id;
    await this.prepare(recountId, pin, podcastUuids);
    // Also one that is ready: there may be other episodes by now.
    await setStatus(this.pool, recountId, 'running', null);
    await this.count(recountId);

    return recountId;
  }

  async publish(recountId: string, context: Context): Promise<Outcome> {
    const run = await this.get(recountId);
    if (run.status !== 'ready')
      throw new Rejected('recount-state', `Only a recount that is ready can be published; this one is ${run.status}.`);

    return this.streams.decide(recounts, MAIN, { type: 'PublishRecount', recountId }, context);
  }

  async discard(recountId: string, context: Context): Promise<Outcome> {
    const outcome = await this.streams.decide(recounts, MAIN, { type: 'DiscardRecount', recountId }, context);
    await dropRun(this.pool, recountId);

    return outcome;
  }

  async pause(recountId: string): Promise<void> {
    const { status, pin, podcastUuids } = await this.get(recountId);
    if (status !== 'running')
      throw new Rejected('recount-state', `Only a running recount can pause; this one is ${status}.`);
    // It may be running without rows yet, after a restore.
    await this.prepare(recountId, pin, podcastUuids);
    await setStatus(this.pool, recountId, 'paused', null);
  }

  /** Also takes up again one that failed. */
  async unpause(recountId: string): Promise<void> {
    const { status } = await this.get(recountId);
    if (status !== 'paused' && status !== 'failed')
      throw new Rejected('recount-state', `Only a paused or failed recount can go on; this one is ${status}.`);
    await setStatus(this.pool, recountId, 'running', null);
    await this.count(recountId);
  }

  /** Newest first, those that were started before the recount `after`. Throws Rejected `recount-unknown`. */
  async list(after: string | null): Promise<RecountList> {
    const { state } = await this.streams.read(recounts, MAIN);
    const runs = new Map((await listRuns(this.pool)).map((run) => [run.recount_id, run]));
    const inForce = await this.publicationsInForce();
    if (after !== null && !state.recounts.has(after)) throw unknown(after);
    const started: RecordedEvent[] = [];
    for await (const event of this.streams.log.readStream('recount-main', { direction: 'backwards' }))
      if (event.type === RecountStarted.type) started.push(event);
    const from = started.findIndex((event) => idOf(event) === after) + 1;
    const page = started.slice(from, from + RECOUNTS_A_PAGE);
    const summaries: RecountSummary[] = [];
    for (const event of page) summaries.push(await this.summary(event, state, runs, inForce));
    const { vocabularyRevision } = await headPin(this.streams.log);

    return {
      recounts: summaries,
      next: from + page.length < started.length ? idOf(page.at(-1)!) : null,
      behind: await countBehind(this.pool, vocabularyRevision),
    };
  }

  async get(recountId: string): Promise<RecountSummary> {
    const { state } = await this.streams.read(recounts, MAIN);
    if (state.recounts.has(recountId))
      for await (const event of this.streams.log.readStream('recount-main'))
        if (event.type === RecountStarted.type && idOf(event) === recountId) {
          const run = await findRun(this.pool, recountId);
          const isPublished = state.recounts.get(recountId)!.standing === 'published';
          const inForce = isPublished ? await this.publicationsInForce() : new Map();
          return this.summary(event, state, new Map(run ? [[recountId, run]] : []), inForce);
        }
    throw unknown(recountId);
  }

  async view(
    recountId: string,
    by: 'entity' | 'podcast' | 'episode',
    sort: 'absolute' | 'relative',
    after: string | undefined,
  ): Promise<RecountView> {
    if (after !== undefined && !/^\d{1,9}$/.test(after))
      throw new Rejected('invalid', 'The value of "after" is not one that this list gave.');
    const offset = Number(after ?? 0);
    const summary = await this.get(recountId);
    const { differences, more } = await listDifferences(this.pool, recountId, by, sort, offset);

    return { ...summary, differences, next: more ? String(offset + DIFFERENCES_A_PAGE) : null };
  }

  /** What a publication would bring and take away of one entity. Empty when it is published or discarded. */
  async passages(recountId: string, place: z.infer<typeof RecountPassagesQuery>): Promise<RecountPassages> {
    await this.get(recountId);

    return listRecountPassages(this.pool, recountId, place);
  }

  /** What a change of patterns would do; given up once the caller has gone. Throws Rejected as the change itself would. */
  async preview(request: PreviewRequest, gone: AbortSignal): Promise<PreviewAnswer> {
    const { state } = await this.streams.read(vocabulary, MAIN);

    return this.thread.preview(planChange(state, request), gone);
  }

  /** What a change of patterns that was made does in the texts of now, counted anew. Throws Rejected: event-unknown, invalid. */
  async compare(eventId: string, gone: AbortSignal): Promise<PreviewAnswer> {
    return this.thread.preview(await changeOfPast(this.streams.log, eventId), gone);
  }

  private async prepare(recountId: string, pin: Pin, podcastUuids: string[] | null): Promise<void> {
    await startRun(this.pool, {
      recount_id: recountId,
      vocabulary_revision: pin.vocabularyRevision,
      matcher_version: pin.matcherVersion,
      series_uuids: podcastUuids,
    });
  }

  private async assertKnown(podcastUuids: readonly string[]): Promise<void> {
    const { rows } = await this.pool.query<{ uuid: string }>(
      `select w.uuid from unnest($1::uuid[]) as w(uuid)
       where not exists (select 1 from read.catalogue_series s where s.series_uuid = w.uuid) limit 1`,
      [podcastUuids],
    );
    if (rows[0]) throw new Rejected('series-unknown', `There is no podcast ${rows[0].uuid}.`);
  }

  private async pinAsOf(asOf: string | null): Promise<Pin> {
    const { log } = this.streams;
    if (asOf === null) return headPin(log);
    const { revision } = await streamAsOf(log, 'vocabulary-main', (await asOfPlace(log, asOf)).position);

    return { vocabularyRevision: revision, matcherVersion: MATCHER_VERSION };
  }

  private async summary(
    started: RecordedEvent,
    state: RecountsState,
    runs: ReadonlyMap<string, RecountRun>,
    inForce: ReadonlyMap<string, NonNullable<RecountSummary['inForce']>>,
  ): Promise<RecountSummary> {
    const { recountId, pin, scope } = decodeStarted(started).data;
    const { standing } = state.recounts.get(recountId)!;
    const run = runs.get(recountId) ?? null;
    const status = standing === 'open' ? (run?.status ?? 'running') : standing;
    const left = run && run.per_second ? Math.ceil((run.total - run.done) / run.per_second) : null;
    const totals =
      run !== null && (status === 'ready' || status === 'published') ? await sumRecount(this.pool, recountId) : null;

    return {
      id: recountId,
      status,
      startedAt: started.metadata.at,
      startedBy: started.metadata.actor.name,
      pin,
      podcastUuids: scope.podcastUuids,
      episodes: run?.total ?? 0,
      progress: {
        percent: status === 'running' || status === 'paused' ? percentOf(run) : 100,
        eventsPerSecond: status === 'running' ? (run?.per_second ?? null) : null,
        secondsLeft: status === 'running' ? left : null,
      },
      failure: run?.failure ?? null,
      before: totals?.before ?? null,
      after: totals?.after ?? null,
      inForce: (status === 'published' && inForce.get(recountId)) || null,
      overtaken: status === 'ready' && isOvertaken(state, recountId) ? { asOf: await this.askedAsOf(started) } : null,
    };
  }

  /** What has chosen its patterns: a log position; null: they were those of now when it was started. */
  private async askedAsOf(started: RecordedEvent): Promise<string | null> {
    const from = decodeStarted(started).data.pin.vocabularyRevision + 1;
    for await (const next of this.streams.log.readStream('vocabulary-main', { from, limit: 1 }))
      if (next.position < started.position) return String(next.position - 1n);

    return null;
  }

  /** By recount: what follows its publication, and the newest one after it. */
  private async publicationsInForce(): Promise<Map<string, NonNullable<RecountSummary['inForce']>>> {
    const published = new Map<string, Later>();
    for await (const event of this.streams.log.readStream('recount-main'))
      // An undone revert leaves a publication its place and its moment.
      if (event.type === RecountPublished.type && event.metadata.reverts === null) {
        const { at, actor } = event.metadata;
        const id = decodePublished(event).data.recountId;
        published.set(id, { id, at, by: actor.name });
      }
    const standing = await listPublications(this.pool);
    const later = (index: number) =>
      standing.slice(index + 1).findLast((other) => other.episodes > 0 && share(other, standing[index]!));

    return new Map(
      standing.map(({ recount_id, episodes }, index) => [
        recount_id,
        { episodes, later: published.get(later(index)?.recount_id ?? '') ?? null },
      ]),
    );
  }
}

const idOf = (started: RecordedEvent): string => decodeStarted(started).data.recountId;

const unknown = (recountId: string): Rejected => new Rejected('recount-unknown', `There is no recount ${recountId}.`);

/** Whether both concern a podcast. */
const share = ({ series_uuids: one }: StandingPublication, { series_uuids: other }: StandingPublication): boolean =>
  one === null || other === null || one.some((uuid) => other.includes(uuid));

/** 100 is for those that are ready. */
const percentOf = (run: RecountRun | null): number =>
  run === null || run.total === 0 ? 0 : Math.min(99, Math.floor((run.done / run.total) * 100));
