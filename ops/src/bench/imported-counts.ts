import { foldName } from '@earmark/contracts/mentions';
import pg from 'pg';
import { z } from 'zod';
import { plainPattern, PlainTexts } from './plain-count.ts';
import { spread } from './statistics.ts';

const Patterns = z.array(
  z.object({
    entity: z.string(),
    name: z.string(),
    caseSensitive: z.boolean(),
    wholeWord: z.boolean(),
    counted: z.boolean(),
  }),
);
const Episodes = z.array(z.object({ episode: z.string(), version: z.string() }));
const Texts = z.array(z.object({ text: z.string() }));
const Counts = z.array(z.object({ entity: z.string(), count: z.number() }));

export interface CountCheck {
  readonly entities: number;
  /** Entities asked for by name that the vocabulary does not have. */
  readonly unknown: readonly string[];
  /** (entity, episode) pairs that either of both counted. */
  readonly pairs: number;
  readonly segments: number;
  readonly differences: number;
  readonly example: string | null;
}

/**
 * The counts that the product shows against a plain count over the imported segments: for the entities of the names in
 * `always`, and for `count` others, half of which have a mention.
 */
export async function checkCounts(url: string, count: number, always: readonly string[]): Promise<CountCheck> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const ask = async (text: string, values: unknown[] = []): Promise<unknown> =>
      (await client.query(text, values)).rows;
    const patterns = Patterns.parse(
      await ask(`select p.entity_id as entity, p.name, p.case_sensitive as "caseSensitive", p.whole_word as "wholeWord",
        exists (select 1 from read.mentions_entity_episode e where e.entity_id = p.entity_id) as counted
        from read.mentions_pattern p where p.to_revision is null order by p.name, p.pattern_id`),
    );
    const wanted = new Set(always.map(foldName));
    const chosen = new Set(patterns.filter(({ name }) => wanted.has(foldName(name))).map(({ entity }) => entity));
    const known = new Set(patterns.map(({ name }) => foldName(name)));
    const entities = (isCounted: boolean) => [
      ...new Set(patterns.filter(({ counted }) => counted === isCounted).map(({ entity }) => entity)),
    ];
    const counted = spread(entities(true), Math.ceil(count / 2));
    for (const entity of [...counted, ...spread(entities(false), count - counted.length)]) chosen.add(entity);
    const plain = patterns
      .filter(({ entity }) => chosen.has(entity))
      .map((pattern) => ({ entity: pattern.entity, name: pattern.name, plain: plainPattern(pattern) }));

    let [pairs, segments, differences] = [0, 0, 0];
    let example: string | null = null;
    const episodes = Episodes.parse(
      await ask(
        'select episode_uuid as episode, version_id as version from read.mentions_episode where version_id is not null',
      ),
    );
    for (const { episode, version } of episodes) {
      const rows = Texts.parse(
        await ask('select text from read.mentions_segment where episode_uuid = $1 and version_id = $2', [
          episode,
          version,
        ]),
      );
      const expected = countPlainly(new PlainTexts(rows.map(({ text }) => text)), plain);
      const actual = new Map(
        Counts.parse(
          await ask('select entity_id as entity, count from read.mentions_entity_episode where episode_uuid = $1', [
            episode,
          ]),
        )
          .filter(({ entity }) => chosen.has(entity))
          .map((row) => [row.entity, row.count]),
      );
      segments += rows.length;
      for (const entity of new Set([...expected.keys(), ...actual.keys()])) {
        pairs++;
        if (expected.get(entity) === actual.get(entity)) continue;
        differences++;
        const name = plain.find((one) => one.entity === entity)?.name;
        example ??= `${name} in episode ${episode}: ${actual.get(entity) ?? 0}, plainly ${expected.get(entity) ?? 0}`;
      }
    }

    return {
      entities: chosen.size,
      unknown: always.filter((name) => !known.has(foldName(name))),
      pairs,
      segments,
      differences,
      example,
    };
  } finally {
    await client.end();
  }
}

/** Segments with a mention, by entity: a segment counts once, whichever of the entity's patterns it holds. */
function countPlainly(
  texts: PlainTexts,
  patterns: readonly { entity: string; plain: ReturnType<typeof plainPattern> }[],
): Map<string, number> {
  const places = new Map<string, Set<number>>();
  for (const { entity, plain } of patterns)
    for (const place of plain === null ? [] : texts.count(plain).keys()) {
      const known = places.get(entity);
      if (known) known.add(place);
      else places.set(entity, new Set([place]));
    }

  return new Map(Array.from(places, ([entity, found]) => [entity, found.size]));
}
