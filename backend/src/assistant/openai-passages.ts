import { listSegmentsInSeconds, type Db } from '@earmark/projections/queries';
import type { ProposedCitation } from './assistant-provider.ts';

/** A part of an uploaded transcript that the service found. */
export interface FoundChunk {
  readonly fileId: string;
  readonly episodeUuid: string;
  readonly score: number;
  readonly text: string;
}
/** A paragraph of a chunk: `[00:12:34] Name: text`. */
export interface ChunkLine {
  readonly episodeUuid: string;
  readonly second: number;
  readonly text: string;
}

const LINE = /\[(\d{2,}):(\d{2}):(\d{2})\] [^\n:]{1,200}: ([^\n]*)/g;
const WORD = /[\p{L}\p{N}]{4,}/gu;
/** Passages that support one statement, of one file. */
const MOST_LINES = 2;
/** Of the words that the best one shares, how many another needs to be cited as well. */
const ALMOST_AS_GOOD = 0.6;

export function linesOf({ episodeUuid, text }: FoundChunk): ChunkLine[] {
  return [...text.matchAll(LINE)].map(([, hours, minutes, seconds, said]) => ({
    episodeUuid,
    second: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
    text: said!.trim(),
  }));
}

/** The lines of the cited file that share most words with the statement; without any, the first of the best chunk. */
export function supportingLines(statement: string, chunks: readonly FoundChunk[]): ChunkLine[] {
  const wanted = wordsOf(statement);
  const best = [...chunks].sort((a, b) => b.score - a.score);
  const lines = new Map<string, ChunkLine>();
  // Chunks overlap.
  for (const line of best.flatMap(linesOf)) lines.set(`${line.second} ${line.text}`, line);
  const ranked = [...lines.values()]
    .map((line) => ({ line, shared: [...wordsOf(line.text)].filter((word) => wanted.has(word)).length }))
    .sort((a, b) => b.shared - a.shared);
  const [first] = ranked;
  if (first === undefined) return [];

  return ranked
    .filter(({ shared }, index) => index === 0 || (shared > 0 && shared >= first.shared * ALMOST_AS_GOOD))
    .slice(0, MOST_LINES)
    .map(({ line }) => line);
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(WORD) ?? []);

/** Each line by its segment, or by its time where the transcript reads differently by now. */
export async function citationsOf(db: Db, lines: readonly ChunkLine[]): Promise<ProposedCitation[]> {
  const segments = await listSegmentsInSeconds(db, lines);

  return lines.map(({ episodeUuid, second, text }) => {
    const there = segments.filter((one) => one.episodeUuid === episodeUuid && one.second === second);
    const found = there.find((one) => startsAlike(one.text, text)) ?? there[0];

    return found === undefined
      ? { episodeUuid, atMs: second * 1000 + 999 }
      : { episodeUuid, segmentIds: [found.segmentId] };
  });
}

/** A chunk may end in the middle of a paragraph. */
function startsAlike(text: string, written: string): boolean {
  const known = text.replace(/\s+/gu, ' ').trim();

  return written !== '' && known.startsWith(written);
}
