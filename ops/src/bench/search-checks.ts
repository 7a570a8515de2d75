import { setTimeout as sleep } from 'node:timers/promises';
import { foldQuickly } from '@earmark/contracts/mentions';
import { EpisodePage, PodcastPage } from '@earmark/contracts/episodes';
import { EntityPage } from '@earmark/contracts/mentions';
import { AdvancedSearchAnswer } from '@earmark/contracts/search';
import pg from 'pg';
import { z } from 'zod';

const Exported = z.object({ segmentId: z.string() });

/** A random number below, the same in each run. */
export function dice(seed: number): (below: number) => number {
  let state = seed;

  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

export interface ShownSegment {
  readonly id: string;
  readonly text: string;
}

/** All segments of shown transcripts. */
export async function listShownSegments(databaseUrl: string): Promise<ShownSegment[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<ShownSegment>(
      `select s.segment_id as id, s.text from read.mentions_segment s
       join read.mentions_episode e on e.episode_uuid = s.episode_uuid and e.version_id = s.version_id`,
    );

    return rows;
  } finally {
    await client.end();
  }
}

/** Each text folded, with one space between words and around all: a phrase is a part of it. */
export const plainTextOf = (text: string): string =>
  ` ${foldQuickly(text)
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, ' ')
    .trim()} `;

/** A plain scan of the texts with the rarest word of a phrase. */
class PlainTexts {
  private readonly byWord = new Map<string, number[]>();

  constructor(private readonly plain: readonly string[]) {
    for (const [index, text] of plain.entries())
      for (const word of new Set(text.trim().split(' '))) {
        const known = this.byWord.get(word);
        if (known) known.push(index);
        else this.byWord.set(word, [index]);
      }
  }

  /** Indexes of the texts with the phrase. */
  find(phrase: string): Set<number> {
    const [rarest = []] = phrase
      .split(' ')
      .map((word) => this.byWord.get(word) ?? [])
      .sort((a, b) => a.length - b.length);

    return new Set(rarest.filter((index) => this.plain[index]!.includes(` ${phrase} `)));
  }
}

/** Random phrases of the texts, and combinations of them, each with the indexes of the texts that fit. */
function* randomQueries(
  plain: readonly string[],
  phrases: number,
  combinations: number,
): Generator<{ q: string; found: Set<number> }> {
  const next = dice(17);
  const texts = new PlainTexts(plain);
  const phrase = (): string => {
    for (;;) {
      const words = plain[next(plain.length)]!.trim().split(' ');
      const from = next(words.length);
      const some = words.slice(from, from + 2 + next(4));
      if (some.length > 1 && some.every((word) => /^[a-z0-9]{1,40}$/.test(word))) return some.join(' ');
    }
  };
  for (let count = 0; count < phrases; count += 1) {
    const one = phrase();
    yield { q: `"${one}"`, found: texts.find(one) };
  }
  for (let count = 0; count < combinations; count += 1) {
    const [a, b, c] = [phrase(), phrase(), phrase()];
    const [hasA, hasB, hasC] = [texts.find(a), texts.find(b), texts.find(c)];
    const some = (from: ReadonlySet<number>, fits: (index: number) => boolean) => new Set([...from].filter(fits));
    const all = [
      { q: `"${a}" AND "${b}"`, found: some(hasA, (index) => hasB.has(index)) },
      { q: `("${a}" OR "${b}") "${c}"`, found: some(hasC, (index) => hasA.has(index) || hasB.has(index)) },
      { q: `"${a}" -"${b}"`, found: some(hasA, (index) => !hasB.has(index)) },
      { q: `"${a}" OR "${b}" OR "${c}"`, found: new Set([...hasA, ...hasB, ...hasC]) },
    ];
    yield all[count % all.length]!;
  }
}

/** How many segments differ between a search and a plain scan, over all queries. */
export async function countDifferences(
  url: string,
  segments: readonly ShownSegment[],
  { phrases, combinations }: { phrases: number; combinations: number },
): Promise<{ queries: number; found: number; differences: number }> {
  const plain = segments.map(({ text }) => plainTextOf(text));
  // Meanwhile the server has closed its idle connections, and this process has not yet noticed.
  await sleep(100);
  const sum = { queries: 0, found: 0, differences: 0 };
  for (const { q, found } of randomQueries(plain, phrases, combinations)) {
    const wanted = new Set([...found].map((index) => segments[index]!.id));
    const answer = await fetch(`${url}/api/search/advanced.jsonl?q=${encodeURIComponent(q)}`, {
      // Folding and scanning block this process for longer than the server keeps an idle connection.
      headers: { connection: 'close' },
    });
    if (!answer.ok) throw new Error(`${q} answered ${answer.status}`);
    const lines = (await answer.text()).trim().split('\n').slice(1);
    sum.queries += 1;
    sum.found += lines.length;
    for (const line of lines) if (!wanted.delete(Exported.parse(JSON.parse(line)).segmentId)) sum.differences += 1;
    sum.differences += wanted.size;
  }

  return sum;
}

interface Triple {
  readonly entity: string;
  readonly speaker: string;
  readonly podcast: string;
  readonly count: number;
  /** One of the episodes. */
  readonly episode: string;
  readonly episodeSlug: string;
}

/**
 * Mentions by entity, speaker and podcast, for random triples: a search against the rows, the page of an episode, that of
 * the entity, and the lists of episodes with mentions.
 */
export async function compareTriples(
  url: string,
  databaseUrl: string,
  count: number,
): Promise<{ triples: number; mentions: number; comparisons: number; differences: number }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Triple>(
      `select n.slug as entity, k.name as speaker, p.slug as podcast, count(*)::integer as count,
         min(c.episode_uuid::text) as episode, min(c.episode_uuid::text || c.slug) as "episodeSlug"
       from read.mentions_mention m
       join read.mentions_episode e on e.episode_uuid = m.episode_uuid
       join read.catalogue_episode c on c.episode_uuid = m.episode_uuid
       join read.mentions_segment s on s.episode_uuid = m.episode_uuid and s.version_id = e.version_id
         and s.segment_id = m.segment_id
       join read.mentions_speaker k on k.version_id = s.version_id and k.speaker_id = s.speaker_id
       join read.catalogue_series p on p.series_uuid = e.series_uuid
       join read.vocabulary_entity n on n.entity_id = m.entity_id
       group by 1, 2, 3 order by md5(n.slug || k.name || p.slug) limit $1`,
      [count],
    );
    const sum = { triples: 0, mentions: 0, comparisons: 0, differences: 0 };
    const compare = (found: number, expected: number) => {
      sum.comparisons += 1;
      if (found !== expected) sum.differences += 1;
    };
    const pages = new Pages(url);
    for (const { episodeSlug, ...triple } of rows) {
      sum.triples += 1;
      sum.mentions += triple.count;
      await compareTriple(pages, { ...triple, episodeSlug: episodeSlug.slice(triple.episode.length) }, compare);
    }

    return sum;
  } finally {
    await client.end();
  }
}

/** Answers of the server, each asked for once. */
class Pages {
  private readonly known = new Map<string, Promise<unknown>>();

  constructor(private readonly url: string) {}

  async read(path: string): Promise<unknown> {
    const known =
      this.known.get(path) ??
      fetch(this.url + path).then(async (answer) => {
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
        return answer.json();
      });
    this.known.set(path, known);

    return known;
  }

  /** Mentions that a search finds. */
  async count(criteria: Record<string, string>): Promise<number> {
    const path = `/api/search/advanced?${new URLSearchParams(criteria).toString()}`;

    return AdvancedSearchAnswer.parse(await this.read(path)).summary.totalMentions;
  }
}

async function compareTriple(
  pages: Pages,
  { entity, speaker, podcast, count, episode, episodeSlug }: Triple,
  compare: (found: number, expected: number) => void,
): Promise<void> {
  compare(await pages.count({ entity, speaker, podcast }), count);
  const page = EntityPage.parse(await pages.read(`/api/entities/${encodeURIComponent(entity)}`));
  compare(await pages.count({ entity, podcast }), page.podcasts.find(({ slug }) => slug === podcast)?.count ?? 0);
  // The page names the 20 who mention it most.
  const named = page.speakers.find(({ name }) => name === speaker);
  if (named) compare(await pages.count({ entity, speaker }), named.count);
  const { transcript, entityMentions } = EpisodePage.parse(await pages.read(`/api/podcasts/${podcast}/${episodeSlug}`));
  const marks = entityMentions.find((one) => one.entity.slug === entity)?.marks ?? [];
  const segments = new Set(marks.filter((_, at) => at % 3 === 0));
  const said = [...segments].filter((index) => transcript[index]!.speaker === speaker).length;
  compare(await pages.count({ entity, speaker, episode }), said);
  const { episodes } = PodcastPage.parse(await pages.read(`/api/podcasts/${podcast}`));
  compare(await pages.count({ episode }), episodes.find(({ uuid }) => uuid === episode)?.mentionsCount ?? 0);
}
