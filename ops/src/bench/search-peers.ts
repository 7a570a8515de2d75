import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { plainTextOf, type ShownSegment } from './search-checks.ts';
import type { QueryShape } from './search-queries.ts';

/** Reads texts from standard input, then times queries: each line an FTS5 query, answered by milliseconds and hits. */
const PROGRAM = `
import sqlite3, sys, time, json
db = sqlite3.connect(':memory:')
try:
    db.execute("create virtual table t using fts5(x, tokenize='unicode61')")
except sqlite3.OperationalError:
    print('absent', flush=True); sys.exit(0)
def lines():
    for line in sys.stdin:
        if line.strip() == '': return
        yield (json.loads(line),)
with db: db.executemany('insert into t(x) values (?)', lines())
print(json.dumps(sqlite3.sqlite_version), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    start = time.perf_counter()
    rows = db.execute('select rowid, x from t where t match ? order by rank limit 20', (asked,)).fetchall()
    print(json.dumps([(time.perf_counter() - start) * 1000, len(rows)]), flush=True)
`;

export interface SqlitePeer {
  readonly version: string;
  /** Milliseconds for the 20 best segments by bm25, with their texts, in the process of SQLite itself. */
  ask(query: string): Promise<number>;
  close(): void;
}

/** SQLite's FTS5 over the same segments, through Python's standard library; null when it is absent. */
export async function openSqlite(texts: readonly string[]): Promise<SqlitePeer | null> {
  if (spawnSync('python3', ['-c', 'import sqlite3']).status !== 0) return null;
  const child = spawn('python3', ['-c', PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (): Promise<unknown> => {
    const { value } = (await lines.next()) as { value: string };

    return value === 'absent' ? null : JSON.parse(value);
  };
  const PART = 10_000;
  for (let at = 0; at < texts.length; at += PART) {
    const part = texts.slice(at, at + PART).map((text) => `${JSON.stringify(text)}\n`);
    if (!child.stdin.write(part.join(''))) await new Promise((resolve) => child.stdin.once('drain', resolve));
  }
  child.stdin.write('\n');
  const version = await answer();
  if (typeof version !== 'string') return null;

  return {
    version,
    ask: async (query) => {
      child.stdin.write(`${JSON.stringify(query)}\n`);
      const [ms] = (await answer()) as [number, number];

      return ms;
    },
    close: () => child.kill(),
  };
}

/** Milliseconds of a scan of a file, a segment a line, for whole words; null without ripgrep. */
export function ripgrepScanMs(file: string, text: string): number | null {
  const start = performance.now();
  const { error } = spawnSync('rg', ['--no-config', '-c', '-i', '-w', '-F', text, file]);

  return error ? null : performance.now() - start;
}

/** Milliseconds of a sample of the queries of each shape. */
export interface PeerTimes {
  readonly version: string | null;
  readonly sqlite: ReadonlyMap<QueryShape, readonly number[]>;
  readonly ripgrep: ReadonlyMap<QueryShape, readonly number[]>;
}

const ASKED_OF_SQLITE = 20;
const SCANS = 3;

/** The first queries of each shape that a peer has, asked of it. */
export async function askPeers(
  file: string,
  segments: readonly ShownSegment[],
  shapes: readonly QueryShape[],
): Promise<PeerTimes> {
  const texts = segments.map(({ text }) => plainTextOf(text).trim());
  await writeFile(file, texts.join('\n'));
  const peer = await openSqlite(texts);
  const [sqlite, ripgrep] = [new Map<QueryShape, number[]>(), new Map<QueryShape, number[]>()];
  for (const shape of shapes) {
    const asked: number[] = [];
    const scans: number[] = [];
    for (const query of shape.queries.slice(0, ASKED_OF_SQLITE)) {
      if (peer && query.sqlite !== null) asked.push(await peer.ask(query.sqlite));
      const scan = query.literal === null || scans.length === SCANS ? null : ripgrepScanMs(file, query.literal);
      if (scan !== null) scans.push(scan);
    }
    if (asked.length > 0) sqlite.set(shape, asked);
    if (scans.length > 0) ripgrep.set(shape, scans);
  }
  peer?.close();

  return { version: peer?.version ?? null, sqlite, ripgrep };
}
