import { RARE, RARE_WORD, SPECIAL, chooseAlphabet } from './alphabet.ts';
import type { Alphabet } from './alphabet.ts';
import { Automaton, BOUNDARY, SIGN } from './automaton.ts';
import { ContextPlaces, Contexts, quickWordStarts } from './context-places.ts';
import { lowerCaseOf } from './fold-tables.ts';
import { MATCHER_VERSION, readsContext } from './matching-rule.ts';
import type { NamePattern } from './matching-rule.ts';
import { ALONE } from './pattern-context.ts';
import type { Neighbours } from './pattern-context.ts';
import { collectForms } from './pattern-forms.ts';
import type { PatternForms } from './pattern-forms.ts';
import { TextFolder } from './text-folder.ts';
import { unitFolds } from './unit-folds.ts';

/** Receives one occurrence: index of the pattern, UTF-16 offsets into the original text, end exclusive. */
export type Hit = (patternIndex: number, start: number, end: number) => void;

/** Compiles patterns for many scans. Finds what `findOccurrences` finds for each pattern. */
export function compileMatcher(patterns: readonly NamePattern[]): Matcher {
  return new Matcher(patterns);
}

const FIELDS = 3;

export class Matcher {
  private readonly patternForms: PatternForms;
  private readonly alphabet: Alphabet;
  private readonly automaton: Automaton;
  private readonly units = unitFolds();
  private readonly folder = new TextFolder();
  /** Where the last occurrence of each pattern ended, and in which scan. */
  private readonly lastEnds: Int32Array;
  private readonly lastScans: Int32Array;
  private scanNumber = 0;
  private text = '';
  private isFolded = false;
  private hits = new Int32Array(64 * FIELDS);
  private hitCount = 0;
  /** Null when no pattern has a context. */
  private readonly contexts: Contexts | null;

  constructor(patterns: readonly NamePattern[]) {
    this.contexts = Contexts.of(patterns);
    const wanted = this.contexts === null ? patterns : [...patterns, ...this.contexts.words];
    this.patternForms = collectForms(wanted);
    this.alphabet = chooseAlphabet(this.patternForms.bounded.concat(this.patternForms.free));
    this.automaton = new Automaton(this.alphabet, this.patternForms.bounded, this.patternForms.free);
    this.lastEnds = new Int32Array(wanted.length);
    this.lastScans = new Int32Array(wanted.length);
  }

  /** Whether any pattern has a context, so that the texts before and after may decide. */
  get hasContexts(): boolean {
    return this.contexts !== null;
  }

  /**
   * Calls `hit` for each occurrence that counts by this version of the rule, for one pattern in order of start. `hit`
   * must not scan with the same matcher.
   */
  scan(text: string, hit: Hit, neighbours: Neighbours = ALONE, matcherVersion: number = MATCHER_VERSION): void {
    this.find(text);
    if (this.contexts !== null) return this.reportInContext(this.contexts, text, hit, neighbours, matcherVersion);
    const { hits, hitCount } = this;
    for (let at = 0; at < hitCount; at += FIELDS) hit(hits[at]!, hits[at + 1]!, hits[at + 2]!);
  }

  /** Whether a pattern with a context stands in the text, whether or not the context holds. */
  dependsOnNeighbours(text: string): boolean {
    const { contexts } = this;
    if (contexts === null) return false;
    this.find(text);
    for (let at = 0; at < this.hitCount; at += FIELDS) if (contexts.of(this.hits[at]!) !== null) return true;

    return false;
  }

  private find(text: string): void {
    this.begin(text, false);
    if (this.scanUnits(text)) return;
    this.begin(text, true);
    this.scanFolded(text);
  }

  private reportInContext(
    contexts: Contexts,
    text: string,
    hit: Hit,
    neighbours: Neighbours,
    matcherVersion: number,
  ): void {
    // Looking around overwrites the hits.
    const hits = this.hits.slice(0, this.hitCount);
    let places: ContextPlaces | null = null;
    for (let at = 0; at < hits.length; at += FIELDS) {
      const [pattern, start, end] = [hits[at]!, hits[at + 1]!, hits[at + 2]!];
      if (pattern >= contexts.count) continue;
      const context = readsContext(matcherVersion) ? contexts.of(pattern) : null;
      if (context !== null) places ??= this.lookAround(contexts, text, hits, neighbours);
      if (context === null || places!.fits(context, start, end)) hit(pattern, start, end);
    }
  }

  private lookAround(contexts: Contexts, text: string, own: Int32Array, { before, after }: Neighbours): ContextPlaces {
    const places = new ContextPlaces();
    const add = (hits: Int32Array, count: number, starts: readonly number[], shift: number) => {
      for (let at = 0; at < count; at += FIELDS) {
        const word = hits[at]! - contexts.count;
        if (word >= 0) places.add(word, starts, hits[at + 1]!, hits[at + 2]!, shift);
      }
    };
    const starts = quickWordStarts(this.folder, text);
    places.setOwn(starts);
    add(own, own.length, starts, 0);
    const lookIn = (neighbour: string, isBefore: boolean) => {
      if (neighbour === '') return;
      this.find(neighbour);
      const { hits, hitCount } = this;
      const others = quickWordStarts(this.folder, neighbour);
      add(hits, hitCount, others, isBefore ? -others.length : starts.length);
    };
    lookIn(before, true);
    lookIn(after, false);

    return places;
  }

  private begin(text: string, isFolded: boolean): void {
    this.text = text;
    this.isFolded = isFolded;
    this.hitCount = 0;
    this.scanNumber = (this.scanNumber + 1) | 0;
  }

  /** Scans the original, folding unit by unit. Returns false at the first unit that cannot be folded without its neighbours. */
  private scanUnits(text: string): boolean {
    const { transitions, width } = this.automaton;
    const { classOfUnit } = this.alphabet;
    const { length } = text;
    // `| 0` keeps `offset` an integer for the compiler: without it this loop is a third slower.
    let offset = BOUNDARY * width;
    for (let index = 0; index < length; index += 1) {
      const at = classOfUnit[text.charCodeAt(index)]!;
      const entry = transitions[(offset + at) | 0]!;
      if (entry >= 0) {
        offset = entry;
        continue;
      }
      if (at === SPECIAL) return false;
      offset = this.step(offset, at, this.units.lowerCase[text.charCodeAt(index)]!, index) | 0;
    }
    if (transitions[offset]! < 0) this.reportBounded(offset / width, length);
    return true;
  }

  private scanFolded(text: string): void {
    const { transitions, width } = this.automaton;
    const length = this.folder.fold(text);
    const { codePoints } = this.folder;
    let offset = BOUNDARY * width;
    for (let index = 0; index < length; index += 1) {
      const codePoint = lowerCaseOf(codePoints[index]!);
      const at = this.alphabet.classOf(codePoint);
      const entry = transitions[offset + at]!;
      offset = entry >= 0 ? entry : this.step(offset, at, codePoint, index);
    }
    if (transitions[offset]! < 0) this.reportBounded(offset / width, length);
  }

  /** Handles a transition with SIGN: reports forms that end before or at this character. Returns the next offset. */
  private step(offset: number, at: number, codePoint: number, index: number): number {
    const { automaton } = this;
    const { width } = automaton;
    const isWord = this.alphabet.isWordClass[at] === 1;
    if (!isWord) this.reportBounded(offset / width, index);
    const isRare = at === RARE || at === RARE_WORD;
    const target = isRare
      ? automaton.follow(offset / width, codePoint, isWord)
      : (automaton.transitions[offset + at]! & ~SIGN) / width;
    this.reportFree(target, index + 1);
    return target * width;
  }

  private reportBounded(state: number, end: number): void {
    const { forms, suffixes } = this.automaton;
    const { bounded } = this.patternForms;
    for (let at = state; at !== 0; at = suffixes[at]!) {
      const form = forms[at]! - 1;
      if (form >= 0 && form < bounded.length) this.report(form, end);
    }
  }

  private reportFree(state: number, end: number): void {
    const { forms, suffixes } = this.automaton;
    const { bounded } = this.patternForms;
    for (let at = state; at !== 0; at = suffixes[at]!) {
      const form = forms[at]! - 1;
      if (form >= bounded.length) this.report(form, end);
    }
  }

  /** `end` is exclusive, an index into the original or the folded text. */
  private report(form: number, end: number): void {
    const { firstEntries, lengths, patterns, caseKept } = this.patternForms;
    const start = this.isFolded ? end - lengths[form]! : this.startOf(lengths[form]!, end);
    for (let entry = firstEntries[form]!; entry < firstEntries[form + 1]!; entry += 1) {
      const pattern = patterns[entry]!;
      if (this.lastScans[pattern] === this.scanNumber && this.lastEnds[pattern]! > start) continue;
      const written = caseKept.get(entry);
      if (written !== undefined && !this.isWritten(written, start, end)) continue;
      this.lastScans[pattern] = this.scanNumber;
      this.lastEnds[pattern] = end;
      if (this.isFolded) this.addFoldedHit(pattern, start, end);
      else this.addHit(pattern, start, end);
    }
  }

  /** Start of the text that folds to `length` units and ends before `end`: a run of white space counts as one. */
  private startOf(length: number, end: number): number {
    const { text } = this;
    const { lowerCase } = this.units;
    let start = end;
    for (let left = length; left > 0; left -= 1) {
      start -= 1;
      if (lowerCase[text.charCodeAt(start)] !== 0x20) continue;
      while (lowerCase[text.charCodeAt(start - 1)] === 0x20) start -= 1;
    }
    return start;
  }

  /** Whether the text at [start, end) matches the case of `written`. */
  private isWritten(written: string, start: number, end: number): boolean {
    let place = 0;
    let previous = 0;
    for (let index = start; index < end; index += 1) {
      const codePoint = this.isFolded
        ? this.folder.codePoints[index]!
        : this.units.caseKept[this.text.charCodeAt(index)]!;
      if (codePoint === 0x20 && previous === 0x20) continue;
      if (codePoint !== written.codePointAt(place)) return false;
      place += codePoint > 0xffff ? 2 : 1;
      previous = codePoint;
    }
    return true;
  }

  private addFoldedHit(pattern: number, first: number, last: number): void {
    const { starts, ends } = this.folder;
    let start = starts[first]!;
    let end = ends[first]!;
    for (let index = first + 1; index < last; index += 1) {
      start = Math.min(start, starts[index]!);
      end = Math.max(end, ends[index]!);
    }
    this.addHit(pattern, start, end);
  }

  private addHit(pattern: number, start: number, end: number): void {
    if (this.hitCount === this.hits.length) {
      const larger = new Int32Array(this.hits.length * 2);
      larger.set(this.hits);
      this.hits = larger;
    }
    this.hits[this.hitCount] = pattern;
    this.hits[this.hitCount + 1] = start;
    this.hits[this.hitCount + 2] = end;
    this.hitCount += FIELDS;
  }
}
