import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { versionOfFile } from '@earmark/backend/transcripts/record-transcript';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import { z } from 'zod';
import { SHARED_DATA } from '../suites/corpus.ts';
import { queryOnce } from '../suites/workspace.ts';

const FIXTURE = fileURLToPath(new URL('../../fixtures/ask-questions.json', import.meta.url));
const OPS = fileURLToPath(new URL('../../', import.meta.url));
const SAMPLE = 'sample-library/';

/** A question with the passages that answer it, marked by hand: segments of transcripts, counted from 0. None: nothing does. */
const Question = z.object({
  half: z.enum(['dev', 'held-out']),
  question: z.string(),
  passages: z.array(z.object({ file: z.string(), segments: z.array(z.number().int()) })),
});

export interface MarkedQuestion {
  readonly half: 'dev' | 'held-out';
  readonly question: string;
  /** Ids; empty: nothing answers it. */
  readonly segments: ReadonlySet<string>;
}

const Shown = z.array(z.object({ episode: EpisodeUuid, version: z.string() }));
const Ids = z.array(z.object({ id: z.string() }));

/** Shared transcripts that questions are about, as the folders of their shows. */
export async function listShows(): Promise<string[]> {
  const files = (await readQuestions()).flatMap(({ passages }) => passages.map(({ file }) => file));

  return [...new Set(files.filter((file) => !file.startsWith(SAMPLE)).map((file) => file.split('/')[0]!))].sort();
}

/** With the segments of the transcripts as they were imported. Throws when a file was not. */
export async function listMarkedQuestions(databaseUrl: string): Promise<MarkedQuestion[]> {
  const shown = Shown.parse(
    await queryOnce(
      databaseUrl,
      'select e.episode_uuid as episode, e.version_id as version from read.mentions_episode e where e.segments > 0',
    ),
  );
  const segmentsOf = new Map<string, string[]>();
  const read = async (file: string): Promise<string[]> => {
    const bytes = await readFile(file.startsWith(SAMPLE) ? join(OPS, file) : join(SHARED_DATA, 'transcripts', file));
    const own = shown.find(({ episode, version }) => versionOfFile(episode, bytes) === version);
    if (own === undefined) throw new Error(`${file} was not imported`);

    return Ids.parse(
      await queryOnce(
        databaseUrl,
        `select s.segment_id as id from read.mentions_segment s where s.version_id = '${own.version}' order by s.order_key, s.segment_id`,
      ),
    ).map(({ id }) => id);
  };
  const marked: MarkedQuestion[] = [];
  for (const { half, question, passages } of await readQuestions()) {
    const segments = new Set<string>();
    for (const { file, segments: places } of passages) {
      const all = segmentsOf.get(file) ?? (await read(file));
      segmentsOf.set(file, all);
      for (const place of places) {
        const id = all[place];
        if (id === undefined) throw new Error(`${file} has no segment ${place}`);
        segments.add(id);
      }
    }
    marked.push({ half, question, segments });
  }

  return marked;
}

const readQuestions = async () => z.array(Question).parse(JSON.parse(await readFile(FIXTURE, 'utf8')));
