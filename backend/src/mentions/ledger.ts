import type { LedgerEntry, LedgerPage } from '@earmark/contracts/entities';
import type { EntityId } from '@earmark/contracts/vocabulary';
import type { NumberScope } from '@earmark/projections/queries';
import type { Pool } from 'pg';
import type { SignedIn } from '../kit/auth/signed-in.ts';
import { Narrator } from '../history/narrator.ts';
import { callerLeft } from '../kit/call.ts';
import { StateCache } from '../kit/state-cache.ts';
import { Streams } from '../kit/streams.ts';
import { SharedJobs } from '../kit/process/shared-jobs.ts';
import { WorkerPool } from '../kit/process/worker-pool.ts';
import type { EpisodeMove } from './entity-moves.ts';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PG_POOL } from '../kit/pg.ts';
import { REPORT, STORE_URLS, type Report, type StoreUrls } from '../kit/core.ts';

const WORKER = new URL('../../../backend/dist/mentions/ledger.worker.js', import.meta.url);
const PAGE = 50;
const CACHE_BYTES = 8 * 1024 * 1024;
const BYTES_PER_MOVE = 300;

export interface LedgerJob extends NumberScope {
  readonly entityId: EntityId;
}

/** How one event changed the number, in all episodes together. */
interface Line extends Omit<EpisodeMove, 'episodeUuid'> {
  readonly episodeUuid: string | null;
  readonly total: number;
}

/** The events that changed mention counts, computed in a thread and cached until the log grows. */
@Injectable()
export class Ledger implements OnApplicationShutdown {
  private readonly threads: WorkerPool<LedgerJob, EpisodeMove[]>;
  private readonly cache = new StateCache(CACHE_BYTES);
  private readonly jobs = new SharedJobs<EpisodeMove[]>();

  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(STORE_URLS) urls: StoreUrls,
    @Inject(REPORT) report: Report,
  ) {
    this.threads = new WorkerPool({
      file: WORKER,
      settings: urls,
      busy: 'Too many people are asking what changed a number right now. Try again in a moment.',
      report,
    });
  }

  /** Newest first. Throws Rejected `busy`, `too-many-calls`. */
  async page(job: LedgerJob, before: bigint | null, viewer: SignedIn | null): Promise<LedgerPage> {
    const lines = await this.lines(job);
    const older = lines.filter(({ position }) => before === null || position < before).reverse();
    const shown = older.slice(0, PAGE);
    const narrator = new Narrator(this.streams, this.pool, job.episodeUuid !== null);
    const entries: LedgerEntry[] = [];
    for (const line of shown) entries.push(await this.entry(line, narrator, viewer));

    return { entries, next: older.length > PAGE ? shown.at(-1)!.position.toString() : null };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.stop();
  }

  private async lines(job: LedgerJob): Promise<readonly Line[]> {
    const head = await this.streams.log.head();
    const key = `${job.entityId} ${job.episodeUuid ?? job.podcastUuid ?? 'everywhere'} ${head}`;
    const cached = this.cache.get<readonly Line[]>(key);
    if (cached) return cached.state;
    const lines = linesOf(
      await this.jobs.get(key, callerLeft(), async (abandoned) => this.threads.run(job, abandoned)),
    );
    this.cache.put(key, { state: lines, revision: lines.length }, BYTES_PER_MOVE * lines.length);

    return lines;
  }

  private async entry(
    { eventId, position, difference, total, episodeUuid }: Line,
    narrator: Narrator,
    viewer: SignedIn | null,
  ): Promise<LedgerEntry> {
    const event = (await this.streams.log.find(eventId))!;
    const { sentence, place } = await narrator.narrate(event);
    const { actor, at } = event.metadata;

    return {
      eventId,
      position: position.toString(),
      at,
      actor: viewer === null ? actor.role : actor.name,
      sentence,
      difference,
      total,
      episodeUuid,
      link: place.link,
    };
  }
}

/** Combines the moves of one publication in many episodes in one line. */
function linesOf(moves: readonly EpisodeMove[]): Line[] {
  const lines = new Map<string, Line>();
  let total = 0;
  for (const move of moves) {
    total += move.difference;
    const known = lines.get(move.eventId);
    lines.set(move.eventId, {
      ...move,
      difference: move.difference + (known?.difference ?? 0),
      episodeUuid: known ? null : move.episodeUuid,
      total,
    });
  }

  return [...lines.values()].filter(({ difference }) => difference !== 0);
}
