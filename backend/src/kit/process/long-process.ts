import type { EventDefinition } from '@earmark/contracts/kit';
import type { Pool } from 'pg';
import type { Leases } from './lease.ts';
import type { Reaction } from './reaction.ts';
import { Reactor, type ReactorParts } from './reactor.ts';
import { WorkLoop } from './work-loop.ts';

type AnyDefinition = EventDefinition<string, unknown>;

export interface LongProcessOptions {
  /** The category of its streams, one per run: `undo-<id>`. */
  readonly category: string;
  /** A run is open once one of these was recorded… */
  readonly begins: readonly AnyDefinition[];
  /** …until one of these is. */
  readonly ends: readonly AnyDefinition[];
  /** As in WorkLoop: continues from the stream, and records each finished step there. */
  readonly run: (id: string, signal: AbortSignal) => Promise<void>;
  readonly concurrency?: number;
  readonly lookMs?: number;
}

/**
 * Work of several steps, recorded in a stream. A reactor keeps the list of open runs (`app.open_process`), so that no
 * server has to read the log at start; a work loop does the work. A caller who waits for the result uses `holding`,
 * with the same lease.
 */
export class LongProcess {
  private readonly reactor: Reactor;
  private readonly loop: WorkLoop;
  private readonly leases: Leases;

  constructor(
    parts: ReactorParts,
    private readonly options: LongProcessOptions,
  ) {
    const { category, run, concurrency, lookMs } = options;
    const { pool, leases, report } = parts;
    this.leases = leases;
    this.loop = new WorkLoop({
      name: category,
      leases,
      report,
      list: async () => listOpen(pool, category),
      run,
      ...(concurrency === undefined ? {} : { concurrency }),
      ...(lookMs === undefined ? {} : { lookMs }),
    });
    this.reactor = new Reactor(parts, this.reaction(pool));
  }

  start(): void {
    this.reactor.start();
    this.loop.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.reactor.stop(), this.loop.stop()]);
  }

  /** Does the work of a run here and now, while no other server or loop does. */
  async holding<Result>(id: string, work: (lost: AbortSignal) => Promise<Result>): Promise<Result> {
    return this.leases.hold(`${this.options.category} ${id}`, work);
  }

  private reaction(pool: Pool): Reaction {
    const { category, begins, ends } = this.options;
    const beginTypes = new Set(begins.map(({ type }) => type));

    return {
      name: `open ${category}`,
      types: [...begins, ...ends].map(({ type }) => type),
      startsFrom: 'the beginning',
      reset: async () => {
        await pool.query('delete from app.open_process where kind = $1', [category]);
      },
      react: async (event) => {
        const id = idOf(event);
        if (!beginTypes.has(event.type))
          await pool.query('delete from app.open_process where kind = $1 and id = $2', [category, id]);
        else {
          await pool.query(
            `insert into app.open_process (kind, id, started_by, position) values ($1, $2, $3, $4)
             on conflict (kind, id) do nothing`,
            [category, id, event.id, event.position.toString()],
          );
          this.loop.wake(id);
        }
      },
    };
  }
}

const idOf = ({ stream }: { stream: string }): string => stream.slice(stream.indexOf('-') + 1);

async function listOpen(pool: Pool, kind: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from app.open_process where kind = $1 order by position, id',
    [kind],
  );

  return rows.map(({ id }) => id);
}
