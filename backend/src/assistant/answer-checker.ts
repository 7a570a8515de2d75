import type { Statement } from '@earmark/contracts/assistant';
import {
  inScope,
  listSegmentsAtTimes,
  sentencesOf,
  wordsInText,
  type CitedSegment,
  type Db,
  type ScopeOfAnswer,
} from '@earmark/projections/queries';
import type { Proposed, ProposedCitation } from './assistant-provider.ts';
import { cleanMarkdown, plainOf } from './markdown.ts';
import { placeOfQuotation, quotationsIn } from './quotations.ts';
import type { KeptCitation } from './kept-answer.ts';
import { KnownPassages } from './known-passages.ts';

type ProposedStatement = Extract<Proposed, { type: 'statement' }>;

/** A passage that exists, in the scope. */
interface Resolved extends Omit<KeptCitation, 'n' | 'marks'> {
  readonly marks: readonly number[] | null;
}

/** Numbers the passages of one answer, and lets through only what they support. */
export class AnswerChecker {
  readonly citations: KeptCitation[] = [];
  /** Statements that were left out. */
  leftOut = 0;
  private readonly numbers = new Map<string, number>();

  readonly known = new KnownPassages();

  constructor(private readonly scope: ScopeOfAnswer) {}

  /** With the citations that are new. Null: no passage supports it. */
  async statement(
    db: Db,
    { text, citations }: ProposedStatement,
  ): Promise<{ statement: Statement; added: KeptCitation[] } | null> {
    const clean = cleanMarkdown(text);
    const resolved = await this.resolve(db, citations);
    const quotations = quotationsIn(plainOf(clean)).filter((one) => /[\p{L}\p{N}]/u.test(one));
    const places = quotations.map((quotation) => resolved.map((passage) => placeOfQuotation(quotation, passage.text)));
    if (clean === '' || resolved.length === 0 || places.some((own) => own.every((place) => place === null))) {
      this.leftOut += 1;
      return null;
    }
    const before = this.citations.length;
    const numbers = resolved.map((passage, index) => {
      const quoted = places.flatMap((own) => own[index] ?? []);

      return this.numberOf(
        passage,
        passage.marks ?? (quoted.length > 0 ? sorted(quoted) : supporting(clean, passage.text)),
      );
    });

    return {
      statement: { kind: 'statement', text: clean, citations: [...new Set(numbers)].sort((a, b) => a - b) },
      added: this.citations.slice(before),
    };
  }

  /** Reads at once what statements will cite. */
  async expect(db: Db, citations: readonly ProposedCitation[]): Promise<void> {
    await this.known.know(
      db,
      citations.flatMap((one) => ('atMs' in one ? [] : [one])),
    );
  }

  /** Numbered after those of the statements. */
  async nearest(db: Db, citations: readonly ProposedCitation[]): Promise<KeptCitation[]> {
    const before = this.citations.length;
    for (const passage of await this.resolve(db, citations)) this.numberOf(passage, passage.marks ?? []);

    return this.citations.splice(before);
  }

  private numberOf(passage: Resolved, marks: readonly number[]): number {
    const key = JSON.stringify([passage.episodeUuid, passage.segmentIds, marks]);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const n = this.citations.length + 1;
    this.numbers.set(key, n);
    this.citations.push({ ...passage, n, marks: [...marks] });

    return n;
  }

  private async resolve(db: Db, proposed: readonly ProposedCitation[]): Promise<Resolved[]> {
    const timed = proposed.filter((one) => 'atMs' in one);
    const found = await listSegmentsAtTimes(db, timed);
    const wanted = proposed.map((one) => {
      if (!('atMs' in one))
        return { episodeUuid: one.episodeUuid, segmentIds: one.segmentIds, marks: one.marks ?? null };
      const segmentId = found[timed.indexOf(one)] ?? null;

      return { episodeUuid: one.episodeUuid, segmentIds: segmentId === null ? [] : [segmentId], marks: null };
    });
    await this.known.know(db, wanted);
    const isIn = inScope(this.scope);

    return wanted.flatMap(({ episodeUuid, segmentIds, marks }): Resolved[] => {
      const own = this.known.segmentsOf({ episodeUuid, segmentIds: [...new Set(segmentIds)] });
      const place = this.known.placeOf(episodeUuid);
      if (own.length === 0 || own.length < new Set(segmentIds).size || place === null) return [];
      if (!isIn({ uuid: episodeUuid, seriesUuid: place.podcast.uuid })) return [];

      return [{ ...passageOf(own), marks }];
    });
  }
}

/** `segments`: at least one, of one episode, in the order of the transcript. */
function passageOf(segments: readonly CitedSegment[]): Omit<KeptCitation, 'n' | 'marks'> {
  const [first] = segments;
  const { episodeUuid, versionId, startMs, speaker } = first!;

  return {
    episodeUuid,
    segmentIds: segments.map(({ segmentId }) => segmentId),
    versionId,
    startMs,
    endMs: Math.max(...segments.map(({ endMs }) => endMs)),
    speaker,
    text: segments.map(({ text }) => text).join(' '),
  };
}

function sorted(ranges: readonly number[]): number[] {
  const pairs = ranges.flatMap((start, at) => (at % 2 === 0 ? [[start, ranges[at + 1]!] as const] : []));
  const marks: number[] = [];
  for (const [start, end] of pairs.sort((a, b) => a[0] - b[0]))
    if (marks.length > 0 && start <= marks.at(-1)!) marks[marks.length - 1] = Math.max(marks.at(-1)!, end);
    else marks.push(start, end);

  return marks;
}

const LONG_WORD = 4;

/** Where nothing is quoted: the sentence of the passage that shares most words with the statement. */
function supporting(statement: string, text: string): number[] {
  const wordsOf = (part: string) =>
    wordsInText(part)
      .map(({ word }) => word)
      .filter((word) => word.length >= LONG_WORD);
  const wanted = new Set(wordsOf(plainOf(statement)));
  const segment = { segmentId: '', place: 0, startMs: 0, endMs: 0, speaker: '', text };
  const best = sentencesOf([segment])
    .map(({ start, end }) => ({
      start,
      end,
      shared: new Set(wordsOf(text.slice(start, end)).filter((word) => wanted.has(word))).size,
    }))
    .reduce<{ start: number; end: number; shared: number } | null>(
      (most, one) => (one.shared > (most?.shared ?? 0) ? one : most),
      null,
    );

  return best === null ? [] : [best.start, best.end];
}
