import { once } from 'node:events';
import type { ClientBase, QueryResultRow } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { encodeRows, type Column } from './binary-copy.ts';

export type Row = Record<string, unknown>;

/** The tables of one schema inside the caller's transaction. Inserted rows are buffered and written by binary COPY. */
export class Tables {
  private readonly waiting = new Map<string, Row[]>();

  constructor(
    private readonly client: ClientBase,
    /** `rebuild`: the rows have no readers yet, so work per event may be deferred to `finish`. */
    readonly mode: 'live' | 'rebuild',
    private readonly columns: ReadonlyMap<string, readonly Column[]>,
  ) {}

  /** Every column of the table must be a key of `row`. Written before the next query or at the end of the batch. */
  insert(table: string, row: Row): void {
    const rows = this.waiting.get(table);
    if (rows) rows.push(row);
    else this.waiting.set(table, [row]);
  }

  /** Queries the projector's own tables, including everything inserted so far. */
  async query<Result extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Result[]> {
    await this.flush();
    const { rows } = await this.client.query<Result>(text, values);

    return rows;
  }

  /** Runs a statement that must affect exactly one row: an update of no row is a bug that must stop the projector. */
  async exactlyOne(text: string, values: unknown[]): Promise<void> {
    await this.flush();
    const { rowCount } = await this.client.query(text, values);
    if (rowCount !== 1) throw new UnexpectedRows(1, rowCount ?? 0, text);
  }

  async flush(): Promise<void> {
    for (const [table, rows] of this.waiting) {
      this.waiting.delete(table);
      const columns = this.columns.get(table);
      if (!columns) throw new Error(`no table ${table} in this schema`);
      const names = columns.map((column) => column.name).join(', ');
      await this.copyIn(`copy ${table} (${names}) from stdin (format binary)`, encodeRows(columns, rows));
    }
  }

  private async copyIn(text: string, parts: Iterable<Buffer>): Promise<void> {
    const stream = this.client.query(copyFrom(text));
    const ended = new Promise<void>((resolve, reject) => {
      stream.once('finish', resolve);
      stream.once('error', reject);
    });
    try {
      for (const part of parts) if (!stream.write(part)) await Promise.race([once(stream, 'drain'), ended]);
      stream.end();
    } catch (error) {
      // Ends the COPY, so that the connection can still roll back.
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
    await ended;
  }
}

export class UnexpectedRows extends Error {
  constructor(expected: number, actual: number, text: string) {
    super(`expected ${expected} row(s), got ${actual}: ${text.trim().split('\n')[0]}`);
    this.name = 'UnexpectedRows';
  }
}

/** Columns of all tables of a schema, by table, in column order. */
export async function readColumns(client: ClientBase, schema: string): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<{ table_name: string; column_name: string; udt_name: string }>(
    `select table_name, column_name, udt_name from information_schema.columns
     where table_schema = $1 order by table_name, ordinal_position`,
    [schema],
  );
  const columns = new Map<string, Column[]>();
  for (const row of rows) {
    const column = { name: row.column_name, type: row.udt_name };
    const known = columns.get(row.table_name);
    if (known) known.push(column);
    else columns.set(row.table_name, [column]);
  }

  return columns;
}
