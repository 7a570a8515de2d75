import type { EventDefinition } from '@earmark/contracts/kit';
import type { Pool } from 'pg';
import { Reactor, type ReactorParts } from './reactor.ts';

type AnyDefinition = EventDefinition<string, unknown>;

export interface OpenProcessesOptions {
  /** The category of the streams, one per process: `undo-<id>`. */
  readonly category: string;
  /** A process is open once one of these was recorded… */
  readonly begins: readonly AnyDefinition[];
  /** …until one of these is. */
  readonly ends: readonly AnyDefinition[];
  readonly onOpened: (id: string) => void;
}

/** What has begun and not ended, in `app.open_process`. A reactor keeps the list, so that no server has to read the log at start. */
export class OpenProcesses {
  private readonly reactor: Reactor;
  private readonly pool: Pool;

  constructor(
    parts: ReactorParts,
    private readonly options: OpenProcessesOptions,
  ) {
    this.pool = parts.pool;
    const { category, begins, ends } = options;
    this.reactor = new Reactor(parts, {
      name: `open ${category}`,
      types: [...begins, ...ends].map(({ type }) => type),
      startsFrom: 'the beginning',
      reset: async () => {
        await this.pool.query('delete from app.open_process where kind = $1', [category]);
      },
      react: async ({ id, type, stream, position }) => this.take(idOf(stream), { id, type, position }),
    });
  }

  start(): void {
    this.reactor.start();
  }

  async stop(): Promise<void> {
    await this.reactor.stop();
  }

  /** Ids, the first to begin first. */
  async list(): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      'select id from app.open_process where kind = $1 order by position, id',
      [this.options.category],
    );

    return rows.map(({ id }) => id);
  }

  private async take(id: string, event: { id: string; type: string; position: bigint }): Promise<void> {
    const { category, begins, onOpened } = this.options;
    if (!begins.some(({ type }) => type === event.type)) {
      await this.pool.query('delete from app.open_process where kind = $1 and id = $2', [category, id]);
      return;
    }
    await this.pool.query(
      `insert into app.open_process (kind, id, started_by, position) values ($1, $2, $3, $4)
       on conflict (kind, id) do nothing`,
      [category, id, event.id, event.position.toString()],
    );
    onOpened(id);
  }
}

const idOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
