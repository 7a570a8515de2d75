import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { uuidFrom, EARMARK_NAMESPACE } from '@earmark/contracts/kit';
import { SegmentId, SpeakerId } from '@earmark/contracts/transcripts';
import { isGenericLabel } from '@earmark/backend/transcripts/formats/speaker-names';
import { candidatesOf } from '@earmark/backend/transcripts/speakers/candidates';
import { identifySpeakers } from '@earmark/backend/transcripts/speakers/identify-speakers';
import { wordsOfName } from '@earmark/backend/transcripts/speakers/person-names';
import { longTalk } from './long-talk.ts';
import { isSharedCorpusThere, SHARED_DATA, sharedCorpus } from '../suites/corpus.ts';
import { shown } from '../suites/statistics.ts';
import type { Bench, Result, SuiteOutcome } from '../suites/suite.ts';
import { verifyFolders } from './verified-times.ts';
import { changelogShows, frontMatterShows, type LabelledTranscript, type Show } from './labelled-transcripts.ts';

interface Counts {
  transcripts: number;
  labels: number;
  right: number;
  wrong: number;
  left: number;
  segments: number;
}

/** Takes the labels of published transcripts away, has the speakers identified, and compares. */
export async function speakersSuite(bench: Bench): Promise<SuiteOutcome> {
  if (!isSharedCorpusThere('changelog') || !existsSync(join(SHARED_DATA, 'transcripts')))
    return { isOneRun: true, notes: ['Not run: the shared transcripts are not on this machine.'], results: [] };
  const changelog = await sharedCorpus('changelog', bench);
  const lenny = await sharedCorpus('lennys-podcast', bench);
  const shows = [
    ...(await changelogShows(changelog)),
    ...(await frontMatterShows(lenny, () => 'Lenny’s Podcast')),
    ...(await frontMatterShows(join(SHARED_DATA, 'transcripts'), (file) => file.split('/').at(-2) ?? '')),
  ];
  const results: Result[] = [];
  const total = emptyCounts();
  const wrong: string[] = [];
  const started = performance.now();
  for (const show of shows) {
    bench.say(show.name);
    const counts = await measure(show, bench.quick, wrong);
    if (counts.labels === 0) continue;
    for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += counts[key];
    results.push(resultOf(show.name, counts, show.facts));
  }
  const seconds = (performance.now() - started) / 1000;
  for (const line of wrong) bench.say(line);
  bench.say('times');
  const folders = [changelog, lenny, join(SHARED_DATA, 'transcripts')];
  const times = await verifyFolders(folders, bench.quick);

  return {
    isOneRun: true,
    notes: [
      'Labels of published transcripts replaced by SPEAKER_00…; every name that is given must be the one in the file.',
      'Known before an episode: what its feed or file says, and the speakers of the show’s earlier transcripts. Every label counts, whoever spoke.',
      `${shown(total.transcripts)} transcripts, ${shown(total.segments)} segments, read and examined in ${shown(seconds)} s.`,
      `Times of ${shown(times.transcripts)} transcripts (${shown(times.segments)} segments) verified twice: ${shown(times.retimed)} retimed, ${shown(times.split)} splits above 60 s, ${shown(times.merged)} fragments joined; ${shown(times.withoutTimes)} files have no times at all, ${shown(times.oddPace)} have segments of an impossible pace.`,
      ...wrong,
    ],
    results: [
      ...results,
      resultOf('all', total, ''),
      ...(await longTalk()),
      atMostNone('published transcripts whose times are refused', times.refused),
      atMostNone('published transcripts in which a second run repairs more', times.unsettled),
    ],
  };
}

const emptyCounts = (): Counts => ({ transcripts: 0, labels: 0, right: 0, wrong: 0, left: 0, segments: 0 });

const resultOf = (name: string, { transcripts, labels, right, wrong, left }: Counts, facts: string): Result => ({
  goal: null,
  what: `${name}: ${shown(transcripts)} transcripts, ${shown(labels)} speakers`,
  ours: `${shown(right)} right, ${shown(wrong)} wrong, ${shown(left)} left`,
  against: facts,
  score: wrong,
  unit: 'wrong',
  bound: { atMost: 0 },
  reason: null,
});

const atMostNone = (what: string, files: readonly string[]): Result => ({
  goal: null,
  what,
  ours: shown(files.length),
  against: '',
  score: files.length,
  unit: '',
  bound: { atMost: 0 },
  reason: files.slice(0, 5).join(', '),
});

async function measure(show: Show, quick: boolean, wrong: string[]): Promise<Counts> {
  const counts = emptyCounts();
  const known = new Map<string, number>();
  for (const file of quick ? show.files.slice(0, 5) : show.files) {
    const transcript = await show.read(file);
    if (transcript === null) continue;
    const names = transcript.parsed.speakers.filter((name) => !isGenericLabel(name));
    if (names.length === 0) continue;
    await compare(transcript, known, counts, wrong, show.name);
    for (const name of names) known.set(name, (known.get(name) ?? 0) + 1);
  }

  return counts;
}

async function compare(
  { file, parsed, series, episode }: LabelledTranscript,
  earlier: ReadonlyMap<string, number>,
  counts: Counts,
  wrong: string[],
  show: string,
): Promise<void> {
  const idOf = (name: string) => uuidFrom(EARMARK_NAMESPACE, name, SpeakerId);
  const labels = [...new Set(parsed.segments.flatMap(({ speaker }) => speaker ?? []))];
  const segments = parsed.segments.map(({ speaker, ...segment }, index) => ({
    ...segment,
    segmentId: uuidFrom(EARMARK_NAMESPACE, String(index), SegmentId),
    orderKey: String(index),
    speakerId: speaker === null ? null : idOf(speaker),
  }));
  const known = [...earlier].map(([name, transcripts]) => ({ name, transcripts }));
  const candidates = candidatesOf({ series, episode, known, transcripts: counts.transcripts });
  const hidden = new Map(labels.map((name, index) => [idOf(name), `SPEAKER_${String(index).padStart(2, '0')}`]));
  const { mappings, report } = await identifySpeakers(segments, hidden, candidates);
  counts.transcripts += 1;
  counts.labels += labels.length;
  counts.segments += segments.length;
  counts.left += labels.length - mappings.length;
  for (const { speakerId, from, to } of mappings) {
    const truth = labels.find((name) => idOf(name) === speakerId)!;
    if (isSame(truth, to)) counts.right += 1;
    else {
      counts.wrong += 1;
      wrong.push(
        `Wrong in ${show}, ${file.split('/').at(-1)}: ${truth} became ${to} (${report.details.find((line) => line.startsWith(from))}).`,
      );
    }
  }
}

/** Publishers shorten and misspell names: "Luciano" is Luciano Mammino, "Garisson" is Garrison. */
function isSame(one: string, other: string): boolean {
  const [shorter, longer] = [wordsOfName(one), wordsOfName(other)].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];

  return shorter.every((word) => longer.some((known) => known === word || isMisspelt(known, word)));
}

/** The same letters, but for two at most. */
function isMisspelt(one: string, other: string): boolean {
  if (one.length < 5 || other.length < 5 || one[0] !== other[0]) return false;
  const letters = one.split('');
  for (const letter of other.split('')) {
    const at = letters.indexOf(letter);
    if (at !== -1) letters.splice(at, 1);
  }

  return letters.length <= 2 && Math.abs(one.length - other.length) <= 1;
}
