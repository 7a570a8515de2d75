import { listCountedNames, type CountedName, type Db } from '@earmark/projections/queries';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { callerLeft } from '../kit/call.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { REPORT, type Report } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { SharedJobs } from '../kit/process/shared-jobs.ts';
import { WorkerPool } from '../kit/process/worker-pool.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { Streams } from '../kit/streams.ts';
import type { DuplicatePair } from './duplicates.ts';
import { VOCABULARY_ID } from './vocabulary.decider.ts';

const WORKER = new URL('../../../backend/dist/vocabulary/duplicates.worker.js', import.meta.url);

/** Pairs of entities that may be the same: found in a thread, and remembered until the vocabulary changes. */
@Injectable()
export class Duplicates implements OnApplicationShutdown {
  private readonly threads: WorkerPool<readonly CountedName[], DuplicatePair[]>;
  private readonly jobs = new SharedJobs<readonly DuplicatePair[]>();
  private known: { revision: number; pairs: readonly DuplicatePair[] } | null = null;

  constructor(
    private readonly streams: Streams,
    private readonly checkpoints: Checkpoints,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(REPORT) report: Report,
  ) {
    this.threads = new WorkerPool({
      file: WORKER,
      settings: null,
      busy: 'Too many people are looking for duplicates right now. Try again in a moment.',
      report,
    });
  }

  /** The most likely first, without pairs that somebody said are different or split. Throws Rejected `busy`, `too-many-calls`. */
  async list(): Promise<readonly DuplicatePair[]> {
    const { revision, position } = await this.head();
    if (this.known?.revision !== revision) {
      // The tables have the names.
      await this.checkpoints.passed(position);
      const pairs = await this.jobs.get(String(revision), callerLeft(), async (abandoned) =>
        this.threads.run(await atOneMoment(this.pool, listCountedNames), abandoned),
      );
      this.known = { revision, pairs };
    }
    const different = await atOneMoment(this.pool, listDifferent);

    return this.known.pairs.filter(({ from, into }) => !different.has(keyOf(from, into)));
  }

  /** Remembers, or forgets, that two entities are not the same. */
  async tell(one: string, other: string, isUndone: boolean, accountId: string): Promise<void> {
    const pair = [one, other].sort();
    if (isUndone) await this.pool.query('delete from app.different_entities where one_id = $1 and other_id = $2', pair);
    else
      await this.pool.query(
        'insert into app.different_entities (one_id, other_id, account_id) values ($1, $2, $3) on conflict do nothing',
        [...pair, accountId],
      );
  }

  /** Of the vocabulary. */
  private async head(): Promise<{ revision: number; position: bigint }> {
    const last = this.streams.log.readStream(`vocabulary-${VOCABULARY_ID}`, { direction: 'backwards', limit: 1 });
    for await (const { revision, position } of last) return { revision, position };

    return { revision: -1, position: 0n };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.stop();
  }
}

const keyOf = (one: string, other: string): string => [one, other].sort().join(' ');

async function listDifferent(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ one_id: string; other_id: string }>(
    `select d.one_id, d.other_id from app.different_entities d
     union all select s.entity_id, s.into_id from read.vocabulary_split s`,
  );

  return new Set(rows.map((row) => keyOf(row.one_id, row.other_id)));
}
