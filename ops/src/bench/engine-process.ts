import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ENGINES, ENGINE_NAMES } from './matching-engines.ts';

// One engine per process: several in one would spoil each other's inline caches.
const Words = z.tuple([z.enum(ENGINE_NAMES), z.string(), z.string(), z.coerce.number(), z.coerce.number()]);
const [engine, segmentsFile, namesFile, passes, budgetMs] = Words.parse(process.argv.slice(2));
const NEWLINE = 10;

/** Each line as a separate string, as from the database; slices of one large string would be slower. */
function readLines(path: string): string[] {
  const bytes = readFileSync(path);
  const lines: string[] = [];
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    lines.push(bytes.toString('utf8', start, end));
    start = end + 1;
  }

  return lines;
}

const names = readLines(namesFile);
const texts = readLines(segmentsFile);
const startedAt = performance.now();
const count = ENGINES[engine](names);
// A RegExp is compiled on first use, which must not distort the speed of a short sample.
if (budgetMs > 0) count(texts[0] ?? '', () => undefined);
const buildMs = performance.now() - startedAt;

const passMs: number[] = [];
let counted = { scanned: 0, occurrences: 0, pairs: 0 };
for (let pass = 0; pass < passes; pass++) {
  const now = { scanned: 0, occurrences: 0, pairs: 0 };
  const start = performance.now();
  for (const text of texts) {
    now.occurrences += count(text, () => now.pairs++);
    now.scanned++;
    if (budgetMs > 0 && performance.now() - start > budgetMs) break;
  }
  passMs.push(performance.now() - start);
  counted = now;
}
const bytes = texts.slice(0, counted.scanned).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
console.log(JSON.stringify({ buildMs, passMs, megabytes: bytes / 1e6, ...counted }));
