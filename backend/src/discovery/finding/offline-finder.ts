import { compileMatcher, findOccurrences } from '@earmark/contracts/mentions';
import { nameKey, properName, UNKNOWN_TYPE, type FinderSegment, type FoundName } from './found-name.ts';
import { capitalsIn, rareSequences, repeatedSequences } from './offline/capital-sequences.ts';
import { compromiseNames } from './offline/compromise-names.ts';
import { isEverydayWord } from './offline/everyday-words.ts';
import { phraseNames } from './offline/phrase-rules.ts';
import type { RawName } from './offline/raw-name.ts';
import { isEnglish, isLowerCase, turnsOf } from './offline/text-runs.ts';

export interface OfflineJob {
  readonly segments: readonly FinderSegment[];
  /** Names of the vocabulary that stand in it: see gazetteerNames. */
  readonly known: readonly RawName[];
  /** Persons whom the feed names. */
  readonly persons: readonly string[];
}

const MOST_SURE = 0.9;

/** What can be found without a model. Synchronous; some seconds for a transcript of three hours. */
export const findOffline = (job: OfflineJob): FoundName[] => scoredNames(rawNames(job), job.segments);

/** What each source gives, as often as it does. */
export function rawNames({ segments, known, persons }: OfflineJob): RawName[] {
  const turns = turnsOf(segments);
  const lowerCase = isLowerCase(turns);
  const capitals = capitalsIn(turns);
  const repeated = repeatedSequences(capitals);
  // Of other languages it knows no words, and in German every noun has a capital.
  const english = isEnglish(turns);

  return [
    ...(english ? turns.flatMap((turn) => compromiseNames(turn, lowerCase)) : []),
    ...known,
    ...personNames(persons, segments),
    ...(english ? repeated : repeated.filter(({ name }) => name.includes(' '))),
    ...(english ? rareSequences(capitals) : []),
    ...turns.flatMap(phraseNames),
  ];
}

/** Persons of the feed whom the transcript names. */
function personNames(persons: readonly string[], segments: readonly FinderSegment[]): RawName[] {
  return persons
    .filter((name) =>
      segments.some(({ text }) => findOccurrences(text, { name, caseSensitive: false, wholeWord: true }).length > 0),
    )
    .map((name) => ({ name, type: 'person', base: 0.55, url: null, source: 'persons' as const }));
}

/** Each name once, as sure as its surest source, and surer for what else speaks for it. */
export function scoredNames(raw: readonly RawName[], segments: readonly FinderSegment[]): FoundName[] {
  const groups = new Map<string, RawName[]>();
  for (const one of raw) {
    const name = properName(one.name);
    if (name === null || name.split(' ').every(isEverydayWord)) continue;
    const key = nameKey(name);
    const same = groups.get(key);
    if (same) same.push({ ...one, name });
    else groups.set(key, [{ ...one, name }]);
  }
  const names = [...groups.values()];
  const uses = usesOf(
    names.map(([first]) => first!.name),
    segments,
  );

  return names.flatMap((same, index) => {
    const best = bestOf(same);
    const { inSegments, isAlone } = uses[index]!;
    if (inSegments > 0 && !isAlone) return [];
    const isKnown = same.some(({ source }) => source === 'gazetteer');
    const extra = (best.name.includes(' ') ? 0.1 : 0) + (inSegments >= 3 ? 0.1 : 0) + (isKnown ? 0.15 : 0);
    return {
      name: best.name,
      type: best.type,
      confidence: Math.min(MOST_SURE, best.base + extra),
      suggestedUrl: same.find(({ url }) => url !== null)?.url ?? null,
    };
  });
}

/** The vocabulary knows best, then what was said about it, then whoever is surest. */
function bestOf(same: readonly RawName[]): RawName {
  const rank = ({ source, type, base }: RawName) =>
    (type === UNKNOWN_TYPE ? 0 : source === 'gazetteer' ? 30 : 10) + base;

  return same.reduce((best, one) => (rank(one) > rank(best) ? one : best));
}

interface Use {
  inSegments: number;
  /** Whether it ever stands outside of longer names: "Zealand" hardly does. */
  isAlone: boolean;
}

function usesOf(names: readonly string[], segments: readonly FinderSegment[]): Use[] {
  const matcher = compileMatcher(names.map((name) => ({ name, caseSensitive: false, wholeWord: true })));
  const uses = names.map((): Use => ({ inSegments: 0, isAlone: false }));
  for (const { text } of segments) {
    const hits: { index: number; start: number; end: number }[] = [];
    matcher.scan(text, (index, start, end) => hits.push({ index, start, end }));
    for (const index of new Set(hits.map((hit) => hit.index))) uses[index]!.inSegments++;
    const isWithin = (one: { start: number; end: number }) =>
      hits.some(({ start, end }) => start <= one.start && one.end <= end && end - start > one.end - one.start);
    for (const hit of hits) if (!uses[hit.index]!.isAlone && !isWithin(hit)) uses[hit.index]!.isAlone = true;
  }

  return uses;
}
