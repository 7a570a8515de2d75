import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { folded } from './plain-count.ts';
import { queryOnce } from '../suites/workspace.ts';

const Line = z.object({
  name: z.string(),
  type: z.string(),
  entity: z.string().optional(),
  aliases: z.array(z.string()).default([]),
});
const Patterns = z.array(z.object({ type: z.string(), name: z.string(), entity: z.string() }));

export interface NameCheck {
  /** Names and aliases in the files. */
  readonly rows: number;
  /** Rows that are a pattern of their entity; second and later rows of one folded name count as `repeated`. */
  readonly patterns: number;
  readonly repeated: number;
  /** Rows that the import reported as skipped, by reason. */
  readonly skipped: ReadonlyMap<string, number>;
  /** Rows that are not a pattern of their entity and were not reported. */
  readonly lost: number;
  readonly example: string | null;
}

/** Checks that every name and alias of the imported files is now a pattern or was reported as skipped. */
export async function checkNames(
  url: string,
  files: readonly string[],
  told: readonly { source: string; skipped: readonly { what: string; reason: string }[] }[],
): Promise<NameCheck> {
  const known = new Map(
    Patterns.parse(await queryOnce(url, PATTERNS)).map(({ type, name, entity }) => [keyOf(type, name), same(entity)]),
  );
  const reasons = new Map(
    told.flatMap(({ source, skipped: rows }) =>
      rows.map(({ what, reason }) => [`${source} ${what}`, kindOf(reason)] as const),
    ),
  );
  const skipped = new Map<string, number>();
  const seen = new Set<string>();
  const check = { rows: 0, patterns: 0, repeated: 0, lost: 0, example: null as string | null };
  for (const file of files)
    for (const { name: main, type, entity = main, aliases } of await readLines(file))
      for (const name of [main, ...aliases]) {
        check.rows++;
        const key = keyOf(type, name);
        const reason = reasons.get(`${file} ${name.trim()}`);
        if (known.get(key) === same(entity)) {
          check[seen.has(key) ? 'repeated' : 'patterns']++;
          seen.add(key);
        } else if (reason !== undefined) skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
        else {
          check.lost++;
          check.example ??= `${name} (${type}) of ${file}: ${known.get(key) ?? 'no such pattern'}`;
        }
      }

  return { ...check, skipped };
}

const PATTERNS = `
  select t.name as type, p.name, e.name as entity
  from read.vocabulary_pattern p
  join read.vocabulary_entity e on e.entity_id = p.entity_id
  join read.vocabulary_type t on t.entity_type_id = p.entity_type_id`;

/** One object per line, or an array of them. */
async function readLines(file: string): Promise<z.infer<typeof Line>[]> {
  const text = await readFile(file, 'utf8');
  const values: unknown = file.endsWith('.json')
    ? JSON.parse(text)
    : text.split('\n').flatMap((line): unknown[] => (line.trim() === '' ? [] : [JSON.parse(line)]));

  return z.array(Line).parse(values);
}

const same = (name: string): string => folded(name, false).replace(/^ | $/g, '');
/** Earmark calls places locations. */
const keyOf = (type: string, name: string): string => `${type === 'place' ? 'location' : type} ${same(name)}`;

/** The reason without the names in it. */
const kindOf = (reason: string): string =>
  reason.replace(/^".*" is already a pattern of ".*"$/, 'already a pattern of another entity').replace(/^".*" /, '');
