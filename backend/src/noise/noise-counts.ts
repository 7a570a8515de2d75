import {
  NO_CONTEXT,
  proposalsFor,
  type NoiseProposal,
  type PatternNoise,
  type PatternRow,
} from '@earmark/contracts/vocabulary';
import { countWaiting } from '@earmark/projections/noise';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import { Checkpoints } from '../kit/checkpoints.ts';
import { REPORT, STORE_URLS, type Report, type StoreUrls } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { WorkerPool } from '../kit/process/worker-pool.ts';
import type { NoiseJob } from './noise.worker.ts';

const WORKER = new URL('../../../backend/dist/noise/noise.worker.js', import.meta.url);
/** How long a request waits for the numbers to become level before it shows those before. */
const PATIENCE_MS = 1500;

export interface NoisyName {
  readonly mentions: number;
  readonly best: NoiseProposal;
}

const patternOf = ({ name, caseSensitive, wholeWord, near, notNear, distance }: PatternRow) => ({
  name,
  caseSensitive,
  wholeWord,
  near: near ?? NO_CONTEXT.near,
  notNear: notNear ?? NO_CONTEXT.notNear,
  distance: distance ?? NO_CONTEXT.distance,
});

export interface Standing {
  readonly isLevel: boolean;
  /** Episodes not counted yet. */
  readonly waiting: number;
}

/** Keeps the counts per pattern level with the texts and patterns, counting in a thread when somebody looks. */
@Injectable()
export class NoiseCounts implements OnModuleDestroy {
  private readonly threads: WorkerPool<NoiseJob, PatternNoise[]>;
  private readonly stopping = new AbortController();
  private counting: Promise<void> | null = null;
  /** Where all projections stood when the counts were level. */
  private levelAt: bigint | null = null;

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly checkpoints: Checkpoints,
    @Inject(STORE_URLS) urls: StoreUrls,
    @Inject(REPORT) private readonly report: Report,
  ) {
    this.threads = new WorkerPool({
      file: WORKER,
      settings: urls,
      busy: 'The mentions of patterns are being counted right now. Try again in a moment.',
      report,
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.threads.stop();
    await this.counting;
  }

  /** Starts counting when something changed, and waits a moment for it. */
  async refresh(): Promise<Standing> {
    const standing = await this.standing();
    if (standing.isLevel) return standing;
    this.counting ??= this.count();
    await Promise.race([this.counting, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())]);

    return this.standing();
  }

  /** Counts to the end. */
  async finish(): Promise<void> {
    if ((await this.standing()).isLevel) return;
    this.counting ??= this.count();
    await this.counting;
  }

  /** The rows whose names are mostly everyday words in the texts, by index, with what would make them quieter. */
  async listNoisy(rows: readonly PatternRow[], signal?: AbortSignal): Promise<ReadonlyMap<number, NoisyName>> {
    const ending = signal ? AbortSignal.any([signal, this.stopping.signal]) : this.stopping.signal;
    const noise = await this.threads.run(rows.map(patternOf), ending);
    const aliases = new Map<string, string[]>();
    for (const row of rows) {
      const owner = row.entity ?? row.name;
      aliases.set(owner, [...(aliases.get(owner) ?? []), row.name]);
    }
    const noisy = new Map<number, NoisyName>();
    for (const [index, row] of rows.entries()) {
      const entity = row.entity ?? row.name;
      const others = (aliases.get(entity) ?? []).filter((alias) => alias !== row.name);
      const counts = noise[index]!;
      const [best] = proposalsFor({ ...patternOf(row), entity }, counts, { aliases: others, namesakes: [] });
      if (best) noisy.set(index, { mentions: counts.mentions, best });
    }

    return noisy;
  }

  private async standing(): Promise<Standing> {
    const { reached } = this.checkpoints;
    if (reached !== null && reached === this.levelAt) return { isLevel: true, waiting: 0 };
    const { patterns, episodes } = await countWaiting(this.pool);
    const isLevel = patterns === 0 && episodes === 0;
    if (isLevel) this.levelAt = reached;

    return { isLevel, waiting: episodes };
  }

  private async count(): Promise<void> {
    try {
      await this.threads.run(null, this.stopping.signal);
    } catch (error) {
      // The next look tries again.
      if (!this.stopping.signal.aborted)
        this.report(`noise: counting failed: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      this.counting = null;
    }
  }
}
