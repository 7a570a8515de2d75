import { compileMatcher, foldText, type Matcher, type NamePattern, type Neighbours } from '@earmark/contracts/mentions';
import type { PatternNoise } from '@earmark/contracts/vocabulary';

/** Of one pattern in some texts; see `PatternNoise`. */
export interface Tally {
  mentions: number;
  occurrences: number;
  judged: number;
  lower: number;
  written: number;
  beginning: number;
  mentionsWritten: number;
  inside: number;
  mentionsWhole: number;
}

export const emptyTally = (): Tally => ({
  mentions: 0,
  occurrences: 0,
  judged: 0,
  lower: 0,
  written: 0,
  beginning: 0,
  mentionsWritten: 0,
  inside: 0,
  mentionsWhole: 0,
});

/** As people see it. */
export const noiseOf = (tally: Tally, episodes: number): PatternNoise => ({
  mentions: tally.mentions,
  episodes,
  occurrences: tally.occurrences,
  judged: tally.judged,
  lowerCase: tally.lower,
  asWritten: tally.written,
  beginning: tally.beginning,
  mentionsAsWritten: tally.mentionsWritten,
  insideWords: tally.inside,
  mentionsWhole: tally.mentionsWhole,
});

const CAPITAL = /\p{Lu}/u;
const WORD_BEFORE = /[\p{L}\p{M}\p{N}_]$/u;
const WORD_AFTER = /^[\p{L}\p{M}\p{N}_]/u;
/** A sentence begins here: after the start of a text, or a full stop and the like with quotes or brackets. */
const SENTENCE_END = /(?:^|[.!?…:;])["'”’»)\]]*\s*["'“‘„«([]*$/u;
/** Enough characters before an occurrence to see the end of a sentence. */
const LOOK_BACK = 6;

const COUNTS = 1;
const AS_WRITTEN = 2;
const WHOLE = 4;

/** Counts how texts write the names of patterns, whatever the case, to see which are everyday words. */
export class NoiseCounter {
  readonly matcher: Matcher;
  /** By index of the pattern, since the last `take`. */
  private tallies = new Map<number, Tally>();
  private readonly hasCapital: readonly boolean[];
  private readonly written: readonly ReadonlySet<string>[];

  constructor(private readonly patterns: readonly NamePattern[]) {
    this.matcher = compileMatcher(patterns.map((pattern) => ({ ...pattern, caseSensitive: false })));
    this.hasCapital = patterns.map(({ name }) => CAPITAL.test(name));
    this.written = patterns.map(({ name }) => writtenForms(name));
  }

  add(text: string, neighbours: Neighbours): void {
    const seen = new Map<number, number>();
    let hasCapitals: boolean | null = null;
    const hit = (index: number, start: number, end: number): void => {
      const pattern = this.patterns[index]!;
      const tally = this.tallyOf(index);
      const found = text.slice(start, end);
      const isWritten = this.isWritten(index, found);
      if (!pattern.caseSensitive || isWritten) {
        const isWhole = pattern.wholeWord || isWholeWord(text, start, end);
        tally.occurrences += 1;
        if (!isWhole) tally.inside += 1;
        seen.set(index, (seen.get(index) ?? 0) | COUNTS | (isWritten ? AS_WRITTEN : 0) | (isWhole ? WHOLE : 0));
      }
      if (!this.hasCapital[index]) return;
      hasCapitals ??= CAPITAL.test(text);
      if (!hasCapitals) return;
      tally.judged += 1;
      if (isWritten) {
        tally.written += 1;
        if (beginsSentence(text, start)) tally.beginning += 1;
      } else if (found === found.toLowerCase()) tally.lower += 1;
    };
    this.matcher.scan(text, hit, neighbours);
    for (const [index, flags] of seen) {
      const tally = this.tallyOf(index);
      tally.mentions += 1;
      if (flags & AS_WRITTEN) tally.mentionsWritten += 1;
      if (flags & WHOLE) tally.mentionsWhole += 1;
    }
  }

  /** Of one pattern, since the last `take`. */
  mentions(index: number): number {
    return this.tallies.get(index)?.mentions ?? 0;
  }

  /** The tallies of the texts added since the last call, by index of the pattern. */
  take(): ReadonlyMap<number, Tally> {
    const { tallies } = this;
    this.tallies = new Map();

    return tallies;
  }

  private tallyOf(index: number): Tally {
    const known = this.tallies.get(index) ?? emptyTally();
    this.tallies.set(index, known);

    return known;
  }

  private isWritten(index: number, found: string): boolean {
    const forms = this.written[index]!;

    return forms.has(found) || forms.has(foldText(found, true).text);
  }
}

export const beginsSentence = (text: string, start: number): boolean =>
  SENTENCE_END.test(text.slice(Math.max(0, start - LOOK_BACK), start));

function writtenForms(name: string): Set<string> {
  const folded = foldText(name, true).text.trim();

  return new Set([folded, folded.replaceAll(' & ', ' and '), folded.replaceAll(' and ', ' & '), name.trim()]);
}

const isWholeWord = (text: string, start: number, end: number): boolean =>
  !WORD_BEFORE.test(text.slice(Math.max(0, start - 2), start)) && !WORD_AFTER.test(text.slice(end, end + 2));
