import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nameKey } from '@earmark/backend/discovery/finding/found-name';
import { OFFLINE_MODEL, OFFLINE_VERSION } from '@earmark/backend/discovery/finding/built-in-finder';
import { gazetteerOf } from '@earmark/backend/discovery/finding/offline/gazetteer';
import { OFFLINE_SOURCES, type OfflineSource } from '@earmark/backend/discovery/finding/offline/raw-name';
import { SHARED_DATA } from '../suites/corpus.ts';
import { readNames, SHARED_ENTITIES } from '../suites/names.ts';
import { shown } from '../suites/statistics.ts';
import type { Bench, Result, SuiteOutcome } from '../suites/suite.ts';
import {
  count,
  emptyJudgement,
  judge,
  proposed,
  readKnownNames,
  readPassages,
  search,
  total,
  type Judged,
  type Share,
} from './discovery-marks.ts';

const HALVES = ['tuning', 'held-out'] as const;
/** Of the held-out half, with everything: what a change of the finder must not lose. */
const LEAST = { precision: 0.6, recall: 0.6 };
const QUICK_FILES = 4;

interface Variant {
  readonly name: string;
  readonly sources: readonly OfflineSource[];
}
const STEPS: readonly Variant[] = OFFLINE_SOURCES.map((source, index) => ({
  name: index === 0 ? `${source} alone` : `+ ${source}`,
  sources: OFFLINE_SOURCES.slice(0, index + 1),
}));
const WITHOUT_VOCABULARY = OFFLINE_SOURCES.filter((source) => source !== 'gazetteer');
const VARIANTS: readonly Variant[] = [...STEPS, { name: 'everything but the gazetteer', sources: WITHOUT_VOCABULARY }];
const LAST = STEPS.length - 1;

/** How much the built-in finder finds, with each of its sources: in passages marked by hand, and of known names. */
export async function discoverySuite(bench: Bench): Promise<SuiteOutcome> {
  if (!existsSync(join(SHARED_DATA, 'transcripts')))
    return { isOneRun: true, notes: ['Not run: the shared transcripts are not on this machine.'], results: [] };
  const passages = await readPassages();
  const names = (await readNames(SHARED_ENTITIES)).map(({ name, type }) => ({ name, type: categoryOf(type) }));
  const gazetteer = await gazetteerOf(names);
  const halves = HALVES.map(() => VARIANTS.map(emptyJudgement));
  const started = performance.now();
  let read = 0;
  for (const [index, passage] of passages.entries()) {
    if (bench.quick && index >= QUICK_FILES) break;
    bench.say(passage.file);
    const searched = await search(join(SHARED_DATA, 'transcripts', passage.file), gazetteer);
    read += searched.segments.length;
    for (const [variant, judged] of halves[index % 2]!.entries())
      judge(proposed(searched, VARIANTS[variant]!.sources), searched.segments, passage, judged);
  }
  const seconds = (performance.now() - started) / 1000;
  const known = await knownNames(bench, new Map(names.map(({ name, type }) => [name, type])));
  const mentions = passages.reduce((sum, passage) => sum + passage.mentions.length, 0);
  const shows = new Set(passages.map(({ file }) => file.split('/')[0]));

  return {
    isOneRun: true,
    notes: [
      `${OFFLINE_MODEL}, version ${OFFLINE_VERSION}; each line adds a source to those above it. What compromise alone gives is cleaned as all names are: titles, possessives and everyday words go, and what stands only within longer names.`,
      `${shown(mentions)} mentions marked by hand in ${passages.length} passages of ${shows.size} shows (ops/fixtures/discovery-mentions.json), before the finder was tuned. Every second passage is held out.`,
      'Precision: of the names proposed for a whole transcript that stand in a passage, those that are marked there. Recall: of the marked mentions, those whose name is proposed. Category: of these, those of a fitting category.',
      'The gazetteer has the names of the shared lists (companies, persons, places, books, products, supplements), far more than any vocabulary has before its first transcripts.',
      'Known names: names of the shared lists of two words or more that an independent matcher counted in a transcript, searched without the gazetteer, which has them. Everything else that is proposed may be right as well, so there is no precision.',
      `${shown(read)} segments searched in ${shown(seconds)} s.`,
    ],
    results: [
      ...HALVES.flatMap((half, index) => halfOf(half, halves[index]!)),
      ...HALVES.flatMap((half, index) => categoriesOf(half, halves[index]!)),
      ...known,
    ],
  };
}

const categoryOf = (type: string): string => (type === 'place' ? 'location' : type);

const shareOf = ({ right, of }: Share): number => (of === 0 ? 0 : right / of);
const percent = (share: Share): string =>
  `${Math.round(shareOf(share) * 100)} % (${shown(share.right)} of ${shown(share.of)})`;

const row = (what: string, ours: string, against = ''): Result => ({
  goal: null,
  what,
  ours,
  against,
  score: null,
  unit: '',
  bound: null,
  reason: null,
});

function halfOf(half: (typeof HALVES)[number], variants: readonly Judged[]): Result[] {
  return variants.flatMap((judged, index) => {
    const [precision, recall] = [total(judged.precision), total(judged.recall)];
    const isJudged = half === 'held-out' && index === LAST;
    const what = `${half}, ${VARIANTS[index]!.name}`;
    const bounded = (share: Share, atLeast: number) =>
      isJudged ? { score: Math.round(shareOf(share) * 100), unit: '%', bound: { atLeast: atLeast * 100 } } : {};
    return [
      { ...row(`${what}: precision`, percent(precision)), ...bounded(precision, LEAST.precision) },
      {
        ...row(`${what}: recall`, percent(recall), `category ${percent(judged.typed)}`),
        ...bounded(recall, LEAST.recall),
      },
    ];
  });
}

/** With the first source alone, and with all. */
function categoriesOf(half: string, variants: readonly Judged[]): Result[] {
  const [first, last] = [variants[0]!, variants[LAST]!];
  const none: Share = { right: 0, of: 0 };
  const lines = (what: 'precision' | 'recall') =>
    [...last[what]]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([category, share]) =>
        row(
          `${half}, ${category}: ${what} with everything`,
          percent(share),
          `compromise alone ${percent(first[what].get(category) ?? none)}`,
        ),
      );

  return [...lines('recall'), ...lines('precision')];
}

async function knownNames(bench: Bench, typeOf: ReadonlyMap<string, string>): Promise<Result[]> {
  const variants = STEPS.map(({ name, sources }) => ({
    name,
    sources: sources.filter((source) => source !== 'gazetteer'),
    shares: new Map<string, Share>(),
  })).filter((_, index) => OFFLINE_SOURCES[index] !== 'gazetteer');
  const files = [...(await readKnownNames())];
  for (const [file, names] of bench.quick ? files.slice(0, QUICK_FILES) : files) {
    const wanted = names.filter((name) => /\s/.test(name) && /\p{Lu}/u.test(name) && typeOf.has(name));
    if (wanted.length === 0 || !existsSync(join(SHARED_DATA, file))) continue;
    bench.say(file);
    const searched = await search(join(SHARED_DATA, file), null);
    const text = searched.segments.map((segment) => segment.text).join('\n');
    for (const { sources, shares } of variants) {
      const found = new Set(proposed(searched, sources).map(({ name }) => nameKey(name)));
      for (const name of wanted)
        // The matcher also read what is not transcript, such as the header of a file.
        if (text.includes(name)) count(shares, typeOf.get(name)!, found.has(nameKey(name)));
    }
  }
  const [first, last] = [variants[0]!.shares, variants.at(-1)!.shares];

  return [
    ...variants.map(({ name, shares }) => row(`known names, ${name}: recall`, percent(total(shares)))),
    ...[...last]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([type, share]) =>
        row(
          `known names, ${type}: recall with everything`,
          percent(share),
          `compromise alone ${percent(first.get(type) ?? { right: 0, of: 0 })}`,
        ),
      ),
  ];
}
