import type { LedgerEntry, LedgerPage } from '@earmark/contracts/entities';
import type { Pool } from 'pg';
import type { SignedIn } from '../kit/auth/signed-in.ts';
import { Narrator } from '../history/narrator.ts';
import { callerLeft } from '../kit/call.ts';
import { StateCache } from '../kit/state-cache.ts';
import { Streams } from '../kit/streams.ts';
import { SharedJobs } from '../kit/process/shared-jobs.ts';
import { WorkerPool } from '../kit/process/worker-pool.ts';
import type { LedgerWanted } from './entity-moves.ts';
import type { LedgerLine, LedgerStart } from './ledger-lines.ts';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PG_POOL } from '../kit/pg.ts';
import { REPORT, STORE_URLS, type Report, type StoreUrls } from '../kit/core.ts';

const WORKER = new URL('../../../backend/dist/mentions/ledger.worker.js', import.meta.url);
const PAGE = 50;
const CACHE_BYTES = 8 * 1024 * 1024;
const BYTES_PER_LINE = 300;

export type LedgerJob = Omit<LedgerWanted, 'start' | 'most'>;

/** The events that changed mention counts, computed in a thread and cached until the log grows. */
@Injectable()
export class Ledger implements OnApplicationShutdown {
  private readonly threads: WorkerPool<LedgerWanted, LedgerLine[]>;
  private readonly cache = new StateCache(CACHE_BYTES);
  private readonly jobs = new SharedJobs<LedgerLine[]>();

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
  async page(job: LedgerJob, start: LedgerStart | null, viewer: SignedIn | null): Promise<LedgerPage> {
    const lines = await this.lines({ ...job, start, most: PAGE + 1 });
    const shown = lines.slice(0, PAGE);
    const narrator = new Narrator(this.streams, this.pool, job.episodeUuid !== null);
    const entries: LedgerEntry[] = [];
    for (const line of shown) entries.push(await this.entry(line, narrator, viewer));
    const last = lines.length > PAGE ? shown.at(-1)! : null;

    return { entries, next: last && `${last.position}-${last.total - last.difference}` };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.stop();
  }

  private async lines(wanted: LedgerWanted): Promise<readonly LedgerLine[]> {
    const { entityId, episodeUuid, podcastUuid, start } = wanted;
    // What was before an event does not change any more.
    const place = start === null || start.total === null ? `up to ${await this.streams.log.head()}` : '';
    const from = start === null ? '' : `${start.position} ${start.total}`;
    const key = `${entityId} ${episodeUuid ?? podcastUuid ?? 'everywhere'} ${from} ${place}`;
    const cached = this.cache.get<readonly LedgerLine[]>(key);
    if (cached) return cached.state;
    const lines = await this.jobs.get(key, callerLeft(), async (abandoned) => this.threads.run(wanted, abandoned));
    this.cache.put(key, { state: lines, revision: lines.length }, BYTES_PER_LINE * lines.length);

    return lines;
  }

  private async entry(
    { eventId, position, difference, total, episodeUuid }: LedgerLine,
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
