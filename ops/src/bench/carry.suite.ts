import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { planCarryOver, type CarryOverPlan } from '@earmark/backend/carry-over/plan';
import { parseTranscript, type ParsedTranscript } from '@earmark/backend/transcripts/formats/parse-transcript';
import { SHARED_DATA } from '../suites/corpus.ts';
import { shown } from '../suites/statistics.ts';
import type { Bench, Result, SuiteOutcome } from '../suites/suite.ts';
import { seededRandom } from '../suites/synthetic-corpus.ts';
import { makeCorrections } from './carry-corrections.ts';
import { judge, type Judged } from './carry-judge.ts';
import { CarryStory, episodeUuid } from './carry-story.ts';
import { misheard } from './misheard.ts';

const FOLDER = join(SHARED_DATA, 'transcripts');
const CORRECTIONS = 100;

/** A transcript that people corrected, and the one that replaces it. */
interface Pair {
  readonly name: string;
  readonly facts: string;
  readonly old: string;
  /** Null: the old one, heard again by a made-up engine. */
  readonly now: string | null;
}

const PAIRS: readonly Pair[] = [
  {
    name: 'Early Days of Ethereum 7',
    facts: 'AssemblyAI, then WhisperX',
    old: 'early-days-of-ethereum/episode007-jacob-czepluch_assemblyai_opus.md',
    now: 'early-days-of-ethereum/episode007-jacob-czepluch_whisperx-cloud.md',
  },
  {
    name: 'AWS Bites 116',
    facts: 'published as JSON, then as WebVTT with passages twice',
    old: 'aws-bites/116.json',
    now: 'aws-bites/116.vtt',
  },
  { name: 'Buzzcast', facts: 'SubRip, then HTML turns', old: 'buzzcast/buzzcast.srt', now: 'buzzcast/buzzcast.html' },
  {
    name: 'Waiting To Be Signed',
    facts: 'segments, then turns',
    old: 'waiting-to-be-signed/wtbs-mcllama.transcript_en_segments.json',
    now: 'waiting-to-be-signed/wtbs-mcllama.transcript_en_turns.json',
  },
  {
    name: 'Talk Python 299',
    facts: 'WebVTT, then text of another edition',
    old: 'talk-python-to-me/299-datasette.vtt',
    now: 'talk-python-to-me/299-datasette.txt',
  },
  {
    name: 'Virtual Coffee 2.9',
    facts: 'made up: 8 % of words misheard, cut elsewhere',
    old: 'virtual-coffee/2_9.srt',
    now: null,
  },
];

/** Takes random corrections over to another version of the same episode, and checks each by the words around it. */
export async function carrySuite(bench: Bench): Promise<SuiteOutcome> {
  if (!existsSync(FOLDER))
    return { isOneRun: true, notes: ['Not run: the shared transcripts are not on this machine.'], results: [] };
  const results: Result[] = [];
  const wrong: string[] = [];
  const seeds = bench.quick ? [1] : [1, 2, 3];
  for (const pair of PAIRS) {
    bench.say(pair.name);
    const total: Judged = { placed: 0, asked: 0, obsolete: 0, wrong: [] };
    let milliseconds = 0;
    for (const seed of seeds) {
      const random = seededRandom(seed);
      const story = await read(pair.old);
      const other = await (pair.now === null ? misheard(await parsed(pair.old), random) : read(pair.now));
      const made = makeCorrections(story, other, bench.quick ? 20 : CORRECTIONS, random);
      const started = performance.now();
      const plan: CarryOverPlan = await planCarryOver(
        { episodeUuid, versionId: other.versionId },
        story.corrected,
        other.shown,
      );
      milliseconds = Math.max(milliseconds, performance.now() - started);
      const before = await (pair.now === null ? misheard(await parsed(pair.old), seededRandom(seed)) : read(pair.now));
      other.take(plan.changes.map(({ event }) => event));
      const judged = judge(made, plan.corrections, before.shown, other.shown);
      for (const key of ['placed', 'asked', 'obsolete'] as const) total[key] += judged[key];
      total.wrong.push(...judged.wrong.map((line) => `${pair.name}, seed ${seed}: ${line}`));
    }
    for (const line of total.wrong) bench.say(line);
    wrong.push(...total.wrong);
    results.push({
      goal: null,
      what: `${pair.name} (${pair.facts})`,
      ours: `${shown(total.placed)} carried over, ${shown(total.obsolete)} no longer needed, ${shown(total.asked)} asked; planned in ${shown(milliseconds)} ms`,
      against: `${shown(total.placed + total.obsolete + total.asked)} corrections`,
      score: total.wrong.length,
      unit: 'wrong',
      bound: { atMost: 0 },
      reason: null,
    });
  }

  return {
    isOneRun: true,
    notes: [
      `${CORRECTIONS} random corrections of each transcript from each of ${seeds.length} fixed seeds, and a name for every speaker, each of another segment (fewer where there are too few segments): words replaced, inserted, removed, or put as the new version has them; segments deleted, added, split, joined, retimed, given to others.`,
      'Right: it stands between the words that people left around it, at its time, and nothing else was changed. What the new version does not say in the same words is asked.',
      ...wrong,
    ],
    results,
  };
}

const parsed = async (path: string): Promise<ParsedTranscript> => parseTranscript(await readFile(join(FOLDER, path)));

const read = async (path: string): Promise<CarryStory> => CarryStory.of(Buffer.from(path), await parsed(path));
