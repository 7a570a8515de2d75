import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { EngineName } from './matching-engines.ts';

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('./engine-process.js', import.meta.url));

const Answer = z.object({
  buildMs: z.number(),
  passMs: z.array(z.number()).min(1),
  /** Size of the scanned text; less than the file when the budget ran out. */
  megabytes: z.number(),
  scanned: z.number(),
  occurrences: z.number(),
  pairs: z.number(),
});
export type EngineAnswer = z.infer<typeof Answer>;

/** Scans the file `passes` times in a separate process; a pass ends after `budgetMs` (0: at the end of the file). */
export async function runEngine(
  engine: EngineName,
  files: { segments: string; names: string },
  options: { passes: number; budgetMs: number },
): Promise<EngineAnswer> {
  const { passes, budgetMs } = options;
  const { stdout } = await run(process.execPath, [
    PROGRAM,
    engine,
    files.segments,
    files.names,
    String(passes),
    String(budgetMs),
  ]);

  return Answer.parse(JSON.parse(stdout));
}
