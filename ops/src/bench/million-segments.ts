import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openCorpora, type SharedCorpus } from '../suites/corpus.ts';
import { runEarmark } from '../suites/earmark-process.ts';
import { asJsonLines } from '../suites/names.ts';
import { shown } from '../suites/statistics.ts';
import type { Bench } from '../suites/suite.ts';

const CORPORA: readonly SharedCorpus[] = ['changelog', 'talkpython', 'lennys-podcast'];

/** The data folder of a library of a million segments with all names: the kept one, or else imported now. */
export async function openMillion(bench: Bench): Promise<{ data: string; notes: string[] }> {
  const data = bench.keep === null ? bench.workspace.path('million') : join(bench.keep, 'data');

  return { data, notes: existsSync(data) ? [] : [await importCorpora(bench, data)] };
}

/** Returns a note about them. */
async function importCorpora(bench: Bench, data: string): Promise<string> {
  const { workspace, say } = bench;
  const corpora = await openCorpora(bench, CORPORA);
  const names = workspace.path('names.jsonl');
  await writeFile(names, asJsonLines(corpora[0]!.names));
  const folders: string[] = [];
  for (const corpus of corpora)
    folders.push(await workspace.gather(join('library', corpus.name), corpus.files, corpus.folder));
  say('importing');
  const { exitCode, complaint, seconds } = await runEarmark(workspace, data, ['import', names, ...folders, '--json']);
  if (exitCode !== 0 && exitCode !== 2) throw new Error(`earmark ended with ${exitCode}: ${complaint}`);

  return `${corpora.map(({ label }) => label).join('; ')}; imported in ${shown(seconds)} s.`;
}
