import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nameKey, type FinderSegment, type FoundName } from '@earmark/backend/discovery/finding/found-name';
import { mergeNames } from '@earmark/backend/discovery/finding/merge-names';
import { rawNames, scoredNames } from '@earmark/backend/discovery/finding/offline-finder';
import { gazetteerNames, type Gazetteer } from '@earmark/backend/discovery/finding/offline/gazetteer';
import type { OfflineSource, RawName } from '@earmark/backend/discovery/finding/offline/raw-name';
import { isLowerCase, turnsOf } from '@earmark/backend/discovery/finding/offline/text-runs';
import { parseTranscript } from '@earmark/backend/transcripts/formats/parse-transcript';
import { isGenericLabel } from '@earmark/backend/transcripts/formats/speaker-names';
import { compileMatcher } from '@earmark/contracts/mentions';
import { z } from 'zod';
import { SHARED_DATA } from '../suites/corpus.ts';

const MARKS = fileURLToPath(new URL('../../fixtures/discovery-mentions.json', import.meta.url));
const Passage = z.object({
  file: z.string(),
  from: z.number().int(),
  to: z.number().int(),
  bare: z.array(z.string()),
  mentions: z.array(z.tuple([z.number().int(), z.string(), z.string()])),
});
export type Passage = z.infer<typeof Passage>;

export const readPassages = async (): Promise<Passage[]> =>
  z.object({ passages: z.array(Passage) }).parse(JSON.parse(await readFile(MARKS, 'utf8'))).passages;

/** What the sources give for a whole transcript. */
export interface Searched {
  readonly segments: readonly FinderSegment[];
  readonly raw: readonly RawName[];
}

/** `gazetteer`: names that the vocabulary is taken to have; null: none. */
export async function search(path: string, gazetteer: Gazetteer | null): Promise<Searched> {
  const { segments, speakers } = parseTranscript(await readFile(path), { durationMs: null });
  const turns = turnsOf(segments);
  const known = gazetteer === null ? [] : await gazetteerNames(turns, gazetteer, isLowerCase(turns));
  // In the product, also those whom the feed and the podcast's other transcripts name.
  const persons = speakers.filter((name) => !isGenericLabel(name) && name.includes(' '));

  return { segments, raw: rawNames({ segments, known, persons }) };
}

/** What is proposed with some of the sources. */
export const proposed = ({ segments, raw }: Searched, sources: readonly OfflineSource[]): FoundName[] =>
  mergeNames(
    scoredNames(
      raw.filter(({ source }) => sources.includes(source)),
      segments,
    ),
  );

/** How often something was right, out of how often. */
export interface Share {
  right: number;
  of: number;
}
export interface Judged {
  /** Of the marked mentions, by the first of their categories. */
  readonly recall: Map<string, Share>;
  /** Of the names that were proposed and stand in the passages, by the category that they were given. */
  readonly precision: Map<string, Share>;
  /** Of the marked mentions that were found, in how many the category fits. */
  readonly typed: Share;
}

export const emptyJudgement = (): Judged => ({ recall: new Map(), precision: new Map(), typed: { right: 0, of: 0 } });

export function judge(
  names: readonly FoundName[],
  segments: readonly FinderSegment[],
  passage: Passage,
  judged: Judged,
) {
  const { from, to, mentions, bare } = passage;
  const matcher = compileMatcher(names.map(({ name }) => ({ name, caseSensitive: false, wholeWord: true })));
  const here = new Set<number>();
  for (const { text } of segments.slice(from, to)) matcher.scan(text, (index) => here.add(index));
  const marked = new Set(mentions.flatMap(([, name]) => name.split('|').map(nameKey)));
  const neither = new Set(bare.map(nameKey));
  for (const index of here) {
    const { name, type } = names[index]!;
    if (marked.has(nameKey(name))) count(judged.precision, type, true);
    else if (!neither.has(nameKey(name))) count(judged.precision, type, false);
  }
  const byKey = new Map(names.map((one) => [nameKey(one.name), one]));
  for (const [, name, categories] of mentions) {
    const fitting = categories.split('|');
    const found = name.split('|').flatMap((spelling) => byKey.get(nameKey(spelling)) ?? [])[0];
    count(judged.recall, fitting[0]!, found !== undefined);
    if (found === undefined) continue;
    judged.typed.of++;
    if (fitting.includes(found.type)) judged.typed.right++;
  }
}

export function count(shares: Map<string, Share>, key: string, isRight: boolean): void {
  const share = shares.get(key) ?? { right: 0, of: 0 };
  share.of++;
  if (isRight) share.right++;
  shares.set(key, share);
}

export const total = (shares: ReadonlyMap<string, Share>): Share => ({
  right: [...shares.values()].reduce((sum, { right }) => sum + right, 0),
  of: [...shares.values()].reduce((sum, { of }) => sum + of, 0),
});

const Expected = z.object({ per_file_top400: z.record(z.string(), z.record(z.string(), z.number())) });

/** Names of the shared lists that an independent matcher counted, by path below the shared data. */
export async function readKnownNames(): Promise<Map<string, readonly string[]>> {
  const path = join(SHARED_DATA, 'expected/mention-counts.small-set.json');
  const { per_file_top400: files } = Expected.parse(JSON.parse(await readFile(path, 'utf8')));

  return new Map(Object.entries(files).map(([file, counts]) => [file.replace(/^shared\//, ''), Object.keys(counts)]));
}
