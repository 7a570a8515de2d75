import { setTimeout as sleep } from 'node:timers/promises';
import { AnswerEvent } from '@earmark/contracts/assistant';
import { EntityIndexAnswer } from '@earmark/contracts/search';
import { z } from 'zod';
import { median, percentile, shown, timed } from '../suites/statistics.ts';
import type { Bench, Result, SuiteOutcome } from '../suites/suite.ts';
import { queryOnce } from '../suites/workspace.ts';
import { madeQuestions } from './made-questions.ts';
import { listShownSegments } from './search-checks.ts';
import { percentiles } from './search-measures.ts';

const FIRST_WORDS_MS = 300;
const SLOWDOWN = 1.5;
const VISITORS = 30;
const QUESTIONS = 200;
const SEED = 16;
/** Other words than those that are asked one after the other. */
const SEED_OF_VISITORS = 61;
const PAGES_A_ROUND = 60;
const BETWEEN_PAGES_MS = 50;
/** Nobody asks again sooner; until then the rest that the server takes after an answer is over. */
const BETWEEN_QUESTIONS_MS = 500;

/** Time to the first words of answers, and pages of the site while many ask. */
export async function measureAtScale(bench: Bench, url: string, databaseUrl: string): Promise<SuiteOutcome> {
  const { say, quick, rounds } = bench;
  const segments = await listShownSegments(databaseUrl);
  const names = EntityIndexAnswer.parse(await (await fetch(`${url}/api/entities`)).json()).entities;
  const entities = names.map(({ name }) => name);
  const make = (count: number, seed: number) => madeQuestions(segments, entities, { count: quick ? 6 : count, seed });
  say('asking the first question after the start');
  const start = await firstWords(url, 'What do people say about time?');
  say('asking one question after the other');
  const times: number[] = [];
  for (const question of make(QUESTIONS, SEED)) {
    await sleep(BETWEEN_QUESTIONS_MS);
    times.push(await firstWords(url, question));
  }
  const path = await pageOf(databaseUrl);
  const [alone, crowded]: [number[], number[]] = [[], []];
  const waits: number[] = [];
  const questions = make(rounds * 2000, SEED_OF_VISITORS);
  let next = 0;
  await readPages(url, path, quick);
  for (let round = 1; round <= rounds; round += 1) {
    say(`reading pages alone, then while ${VISITORS} visitors ask, round ${round} of ${rounds}`);
    alone.push(median(await readPages(url, path, quick)));
    let hasEnded = false;
    const visitors = Array.from({ length: VISITORS }, async () => {
      while (!hasEnded) waits.push(await firstWords(url, questions[next++ % questions.length]!));
    });
    crowded.push(median(await readPages(url, path, quick)));
    hasEnded = true;
    await Promise.all(visitors);
  }
  const ratios = crowded.map((ms, index) => ms / alone[index]!);

  return {
    notes: [
      `Times on ${shown(segments.length)} segments. Questions are made of words that stand together in a text, and of names, with a fixed seed; none was asked before.`,
      `First words: from sending a question to its first statement, or to the sentence that nothing answers it, over HTTP as the page gets it. The first one after the start of the server waited ${shown(start)} ms.`,
      `With ${VISITORS} visitors, each of whom asks the next question as soon as the last is answered, first words take ${percentiles(waits)}: the server answers one question at a time and rests in between, for everybody else.`,
    ],
    results: [
      {
        goal: '16',
        what: `question → first words (${shown(times.length)} questions, half a second apart)`,
        ours: percentiles(times),
        against: `p95 of ${FIRST_WORDS_MS} ms`,
        score: percentile(times, 0.95),
        unit: 'ms',
        bound: { atMost: FIRST_WORDS_MS },
        reason: null,
      },
      {
        goal: '16',
        what: `the page of an episode, its calls and document, while ${VISITORS} visitors ask`,
        ours: `${shown(median(crowded))} ms`,
        against: `nobody asks: ${shown(median(alone))} ms`,
        score: median(ratios),
        unit: '×',
        bound: { atMost: SLOWDOWN },
        reason: `in the rounds ${ratios.map(shown).join(', ')} ×.`,
      },
    ] satisfies Result[],
  };
}

/** Milliseconds until the first statement, or the answer that there is none; the rest is read, too. */
async function firstWords(url: string, question: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${url}/api/ask-earmark/query/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ question }),
  });
  if (!response.ok) throw new Error(`${question} answered ${response.status}: ${await response.text()}`);
  let [text, ms]: [string, number | null] = ['', null];
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (ms === null && /"type":"(statement|answered)"/.test(text)) ms = performance.now() - start;
  }
  const last = AnswerEvent.parse(JSON.parse(/^data: (.*)\n*$/m.exec(text.trim().split('\n\n').at(-1)!)![1]!));
  if (last.type !== 'answered' || !last.answer.success || ms === null) throw new Error(`${question} was not answered`);

  return ms;
}

const Places = z.array(z.object({ path: z.string() }));

/** Of an episode of middling length. */
async function pageOf(databaseUrl: string): Promise<string> {
  const [place] = Places.parse(
    await queryOnce(
      databaseUrl,
      `select '/podcasts/' || s.slug || '/' || p.slug as path from read.mentions_episode e
       join read.catalogue_episode p on p.episode_uuid = e.episode_uuid
       join read.catalogue_series s on s.series_uuid = p.series_uuid where e.segments > 0
       order by e.segments, e.episode_uuid
       offset (select count(*) / 2 from read.mentions_episode e where e.segments > 0) limit 1`,
    ),
  );
  if (place === undefined) throw new Error('there is no episode with a transcript');

  return place.path;
}

/** Milliseconds of one visit after the other, with a pause in between. */
async function readPages(url: string, path: string, quick: boolean): Promise<number[]> {
  const times: number[] = [];
  for (let visit = 0; visit < (quick ? 5 : PAGES_A_ROUND); visit += 1) {
    const { ms } = await timed(() =>
      Promise.all([path, `/api${path}`, '/api/podcasts/recent'].map((one) => read(url + one))),
    );
    times.push(ms);
    await sleep(BETWEEN_PAGES_MS);
  }

  return times;
}

async function read(address: string): Promise<void> {
  const response = await fetch(address);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
}
