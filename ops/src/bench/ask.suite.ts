import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { QueryAnswer, type Citation } from '@earmark/contracts/assistant';
import pg from 'pg';
import { SHARED_DATA } from '../suites/corpus.ts';
import { runEarmark } from '../suites/earmark-process.ts';
import { percentile, shown, timed } from '../suites/statistics.ts';
import type { Bench, Result, SuiteOutcome } from '../suites/suite.ts';
import { listMarkedQuestions, listShows, type MarkedQuestion } from './ask-questions.ts';
import { measureAtScale } from './ask-times.ts';
import { openMillion } from './million-segments.ts';
import { withProduct } from './product-process.ts';

const UNLIMITED = { ASSISTANT_DAILY_LIMIT: '1000000' };
const FIRST = 3;
const TEN = 10;

/** What became of a question. */
interface Outcome {
  readonly asked: MarkedQuestion;
  /** Ids of the segments that each place of the answer cites. */
  readonly cited: readonly (readonly string[])[];
  readonly isAnswered: boolean;
}

/** Answers of the built-in provider: how good they are, to marked questions, and how fast, on a million segments. */
export async function askSuite(bench: Bench): Promise<SuiteOutcome> {
  const [good, fast] = [await askMarked(bench), await askMany(bench)];

  return { notes: [...good.notes, ...fast.notes], results: [...good.results, ...fast.results] };
}

/** Times, and what many who ask do to everybody else. */
async function askMany(bench: Bench): Promise<SuiteOutcome> {
  const { data, notes } = await openMillion(bench);
  const lease = await bench.workspace.leasePostgres(data);
  try {
    const measured = await withProduct(
      bench.workspace,
      lease.url,
      async (url) => measureAtScale(bench, url, lease.url),
      UNLIMITED,
    );

    return { notes: [...notes, ...measured.notes], results: measured.results };
  } finally {
    await lease.release();
  }
}

/** Beside Postgres' own ranking of segments. */
async function askMarked(bench: Bench): Promise<SuiteOutcome> {
  if (!existsSync(join(SHARED_DATA, 'transcripts')))
    return {
      notes: ['The marked questions were not asked: the shared transcripts are not on this machine.'],
      results: [],
    };
  const { workspace, say } = bench;
  const data = workspace.path('data');
  const lease = await workspace.leasePostgres(data);
  try {
    return await withProduct(
      workspace,
      lease.url,
      async (url) => {
        const folders = (await listShows()).map((show) => join(SHARED_DATA, 'transcripts', show));
        say(`importing ${folders.length} shows beside the sample library`);
        const { exitCode, complaint } = await runEarmark(workspace, data, ['import', ...folders, '--json']);
        if (exitCode !== 0 && exitCode !== 2) throw new Error(`earmark ended with ${exitCode}: ${complaint}`);

        return measure(bench, url, lease.url);
      },
      { SAMPLE_LIBRARY: 'on', ...UNLIMITED },
    );
  } finally {
    await lease.release();
  }
}

async function measure({ say, quick }: Bench, url: string, databaseUrl: string): Promise<SuiteOutcome> {
  const all = await listMarkedQuestions(databaseUrl);
  const questions = quick ? all.slice(0, 6) : all;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    say(`asking ${questions.length} questions`);
    const times: number[] = [];
    const ours: Outcome[] = [];
    const broken: Citation[] = [];
    let citations = 0;
    for (const asked of questions) {
      const { value: answer, ms } = await timed(async () => ask(url, asked.question));
      times.push(ms);
      const cited = [...answer.citations].sort((a, b) => a.n - b.n);
      citations += cited.length + answer.nearest.length;
      for (const citation of [...cited, ...answer.nearest])
        if (!(await resolves(client, citation))) broken.push(citation);
      ours.push({ asked, cited: cited.map(({ segmentIds }) => segmentIds), isAnswered: answer.isAnswered });
    }
    say('asking Postgres');
    const plain = await askPostgres(client, questions);
    const { rows } = await client.query<{ segments: number }>(
      'select sum(e.segments)::integer as segments from read.mentions_episode e',
    );

    return {
      notes: [
        `${questions.length} questions over the sample library and shared transcripts, ${shown(rows[0]!.segments)} segments; the passages that answer them, or that none does, are marked by hand (\`ops/fixtures/ask-questions.json\`).`,
        'The rules and the threshold were made with the half "dev"; the other half was only measured.',
        'Against: the segments that `websearch_to_tsquery(\'english\', question)` finds, by `ts_rank_cd`; with nothing found it "says so".',
        `A call takes p50 ${shown(percentile(times, 0.5))} ms, p95 ${shown(percentile(times, 0.95))} ms.`,
      ],
      results: [
        ...(['dev', 'held-out'] as const).flatMap((half) => resultsOf(half, ours, plain)),
        {
          goal: '16',
          what: 'citations that resolve: the segment exists, reads so, and the marks are in it',
          ours: `${citations - broken.length} of ${citations}`,
          against: '',
          score: citations === 0 ? null : (citations - broken.length) / citations,
          unit: '×',
          bound: { atLeast: 1 },
          reason: broken.map(({ link }) => link).join(', '),
        },
      ],
    };
  } finally {
    await client.end();
  }
}

function resultsOf(half: MarkedQuestion['half'], ours: readonly Outcome[], plain: readonly Outcome[]): Result[] {
  const of = (all: readonly Outcome[], isAnswerable: boolean) =>
    all.filter(({ asked }) => asked.half === half && asked.segments.size > 0 === isAnswerable);
  const right = (all: readonly Outcome[], among: number) =>
    of(all, true).filter(({ asked, cited }) =>
      cited.slice(0, among).some((ids) => ids.some((id) => asked.segments.has(id))),
    );
  const line = (what: string, own: number, other: number, total: number): Result => ({
    goal: null,
    what: `${half}: ${what}`,
    ours: `${own} of ${total}`,
    against: `websearch_to_tsquery: ${other} of ${total}`,
    score: total === 0 ? null : own / total,
    unit: '×',
    bound: null,
    reason: null,
  });
  const answerable = of(ours, true).length;
  const saysSo = (all: readonly Outcome[]) => of(all, false).filter(({ isAnswered }) => !isAnswered).length;

  return [
    line(
      `right passage among the first ${FIRST} cited`,
      right(ours, FIRST).length,
      right(plain, FIRST).length,
      answerable,
    ),
    line(`right passage among the first ${TEN} cited`, right(ours, TEN).length, right(plain, TEN).length, answerable),
    line('unanswerable, and the answer says so', saysSo(ours), saysSo(plain), of(ours, false).length),
  ];
}

async function ask(url: string, question: string): Promise<Extract<QueryAnswer, { success: true }>> {
  const response = await fetch(`${url}/api/ask-earmark/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ question }),
  });
  if (!response.ok) throw new Error(`${question} answered ${response.status}`);
  const answer = QueryAnswer.parse(await response.json());
  if (!answer.success) throw new Error(`${question} answered: ${answer.error}`);

  return answer;
}

async function resolves(client: pg.Client, { segmentIds, versionId, text, marks }: Citation): Promise<boolean> {
  const { rows } = await client.query<{ text: string }>(
    `select s.text from read.mentions_segment s join read.mentions_episode e on e.version_id = s.version_id
     where s.version_id = $1 and s.segment_id = any($2) order by s.order_key, s.segment_id`,
    [versionId, segmentIds],
  );

  return (
    rows.length === segmentIds.length &&
    rows.map((row) => row.text).join(' ') === text &&
    marks.every((mark, at) => mark <= text.length && (at === 0 || mark > marks[at - 1]!))
  );
}

async function askPostgres(client: pg.Client, questions: readonly MarkedQuestion[]): Promise<Outcome[]> {
  await client.query(
    `create temp table plain as select s.segment_id as id, to_tsvector('english', s.text) as words
     from read.mentions_segment s join read.mentions_episode e on e.version_id = s.version_id`,
  );
  const outcomes: Outcome[] = [];
  for (const asked of questions) {
    const { rows } = await client.query<{ id: string }>(
      `select p.id from plain p, websearch_to_tsquery('english', $1) q
       where p.words @@ q order by ts_rank_cd(p.words, q) desc, p.id limit ${TEN}`,
      [asked.question],
    );
    outcomes.push({ asked, cited: rows.map(({ id }) => [id]), isAnswered: rows.length > 0 });
  }

  return outcomes;
}
