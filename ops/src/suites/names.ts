import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { foldName } from '@earmark/contracts/mentions';
import { z } from 'zod';

/** A name as a vocabulary pattern: whole word, ignoring case. */
export interface Name {
  readonly name: string;
  readonly type: string;
  /** Name of its entity; for an alias, the main name. */
  readonly entity: string;
}

export const SHARED_ENTITIES = fileURLToPath(new URL('../../../../shared/data/entities', import.meta.url));

const Line = z.object({ name: z.string(), type: z.string(), aliases: z.array(z.string()).default([]) });
const Edges = z.array(z.object({ name: z.string(), type: z.string() }));

/** The name files at a path: the file itself, or those in a folder. */
export const nameFiles = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((file) => file.endsWith('.jsonl'))
        .sort()
        .map((file) => join(path, file))
    : [path];

/** Names and aliases of a .jsonl file, or of all in a folder; each folded name once, in file order. */
export async function readNames(path: string): Promise<Name[]> {
  const byFold = new Map<string, Name>();
  for (const file of nameFiles(path))
    for (const line of (await readFile(file, 'utf8')).split('\n')) {
      if (line.trim() === '') continue;
      const { name, type, aliases } = Line.parse(JSON.parse(line));
      for (const each of [name, ...aliases]) {
        const folded = foldName(each);
        if (folded !== '' && !byFold.has(folded)) byFold.set(folded, { name: each, type, entity: name });
      }
    }

  return [...byFold.values()];
}

/** A list of names that are hard to count. */
export const EDGE_NAMES = join(SHARED_ENTITIES, 'edge-names.json');

/** Names that are hard to count; empty without the shared data. */
export async function readEdgeNames(): Promise<Name[]> {
  try {
    const edges = Edges.parse(JSON.parse(await readFile(EDGE_NAMES, 'utf8')));
    return edges.map(({ name, type }) => ({ name, type, entity: name }));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** In the format that `earmark import` reads. */
export const asJsonLines = (names: readonly Name[]): string =>
  names.map((name) => `${JSON.stringify(name)}\n`).join('');
