import pg from 'pg';
import { z } from 'zod';
import { shown } from '../suites/statistics.ts';
import type { Result } from '../suites/suite.ts';
import { plainForms, type PlainForms } from './plain-count.ts';
import { PlainIndex } from './plain-index.ts';

const Patterns = z.array(
  z.object({ entity: z.string(), name: z.string(), caseSensitive: z.boolean(), wholeWord: z.boolean() }),
);
const Episodes = z.array(z.object({ episode: z.string(), version: z.string().nullable() }));
const Texts = z.array(z.object({ text: z.string() }));
const Counts = z.array(z.object({ entity: z.string(), episode: z.string(), count: z.number() }));

/** Characters indexed at a time: about 500 MB of memory. */
const BATCH = 16_000_000;

export interface CountCheck {
  readonly entities: number;
  readonly patterns: number;
  readonly episodes: number;
  readonly segments: number;
  /** (entity, episode) pairs that either side counted. */
  readonly pairs: number;
  readonly differences: number;
  readonly example: string | null;
}

interface Entity {
  /** Name of its first pattern. */
  readonly name: string;
  readonly patterns: PlainForms[];
}

/** The texts of some episodes; `starts` has the index of each episode's first text. */
interface Batch {
  readonly texts: string[];
  readonly episodes: string[];
  readonly starts: number[];
}

/** Compares the counts of all entities in all episodes with a plain count over the imported segments. */
export async function checkCounts(url: string): Promise<CountCheck> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const ask = async (text: string, values: unknown[] = []): Promise<unknown> =>
      (await client.query(text, values)).rows;
    const rows = Patterns.parse(
      await ask(`select entity_id as entity, name, case_sensitive as "caseSensitive", whole_word as "wholeWord"
        from read.mentions_pattern where to_revision is null order by name, pattern_id`),
    );
    const entities = new Map<string, Entity>();
    for (const { entity, ...pattern } of rows) {
      const known = entities.get(entity) ?? { name: pattern.name, patterns: [] };
      entities.set(entity, known);
      const plain = plainForms(pattern);
      if (plain !== null) known.patterns.push(plain);
    }
    const check = { entities: entities.size, patterns: rows.length, episodes: 0, segments: 0 };
    const compared = { pairs: 0, differences: 0, example: null as string | null };
    for await (const batch of batches(ask)) {
      check.episodes += batch.episodes.length;
      check.segments += batch.texts.length;
      const shown = Counts.parse(
        await ask(
          `select entity_id as entity, episode_uuid as episode, count from read.mentions_entity_episode
           where episode_uuid = any($1)`,
          [batch.episodes],
        ),
      );
      compare(shown, countPlainly(batch, entities), entities, compared);
    }

    return { ...check, ...compared };
  } finally {
    await client.end();
  }
}

async function* batches(ask: (text: string, values?: unknown[]) => Promise<unknown>): AsyncGenerator<Batch> {
  const empty = (): Batch => ({ texts: [], episodes: [], starts: [] });
  let batch = empty();
  let size = 0;
  const episodes = await ask('select episode_uuid as episode, version_id as version from read.mentions_episode');
  for (const { episode, version } of Episodes.parse(episodes)) {
    batch.episodes.push(episode);
    batch.starts.push(batch.texts.length);
    const rows = await ask('select text from read.mentions_segment where episode_uuid = $1 and version_id = $2', [
      episode,
      version,
    ]);
    for (const { text } of Texts.parse(rows)) {
      batch.texts.push(text);
      size += text.length;
    }
    if (size < BATCH) continue;
    yield batch;
    batch = empty();
    size = 0;
  }
  if (batch.episodes.length > 0) yield batch;
}

/** Segments with a mention, by entity and episode: a segment counts once, whichever of the entity's patterns it contains. */
function countPlainly(
  { texts, episodes, starts }: Batch,
  entities: ReadonlyMap<string, Entity>,
): Map<string, Map<string, number>> {
  const index = new PlainIndex(texts);
  const episodeOf = episodes.flatMap((episode, number) =>
    Array<string>((starts[number + 1] ?? texts.length) - starts[number]!).fill(episode),
  );
  const counts = new Map<string, Map<string, number>>();
  for (const [entity, { patterns }] of entities) {
    const places = new Set(patterns.flatMap((pattern) => [...index.find(pattern)]));
    const byEpisode = new Map<string, number>();
    for (const place of places) {
      const episode = episodeOf[place]!;
      byEpisode.set(episode, (byEpisode.get(episode) ?? 0) + 1);
    }
    if (places.size > 0) counts.set(entity, byEpisode);
  }

  return counts;
}

/** Adds to `result`, removing what was shown from `counted`; the rest was not shown. */
function compare(
  shown: readonly { entity: string; episode: string; count: number }[],
  counted: Map<string, Map<string, number>>,
  entities: ReadonlyMap<string, Entity>,
  result: { pairs: number; differences: number; example: string | null },
): void {
  const add = (entity: string, episode: string, ours: number, plain: number) => {
    result.pairs++;
    if (ours === plain) return;
    result.differences++;
    result.example ??= `${entities.get(entity)?.name ?? entity} in episode ${episode}: ${ours}, plainly ${plain}`;
  };
  for (const { entity, episode, count } of shown) {
    const byEpisode = counted.get(entity);
    add(entity, episode, count, byEpisode?.get(episode) ?? 0);
    byEpisode?.delete(episode);
  }
  for (const [entity, byEpisode] of counted) for (const [episode, count] of byEpisode) add(entity, episode, 0, count);
}

export function countResult({ entities, pairs, differences, example }: CountCheck): Result {
  return {
    goal: 'counts',
    what: `mentions of all ${shown(entities)} entities, including the hard names`,
    ours: `${shown(pairs)} (entity, episode) counts`,
    against: 'a plain count over the same segments',
    score: differences,
    unit: 'differences',
    bound: { atMost: 0 },
    reason: example,
  };
}
