import { LETTER_BIT, SPACELESS_BIT, bitsOf, lowerCaseOf } from './fold-tables.ts';
import type { NamePattern } from './matching-rule.ts';
import { TextFolder } from './text-folder.ts';

/** What the automaton looks for, and which patterns each form stands for. */
export interface PatternForms {
  /** Forms that need word boundaries; folded, lower case, sorted, each once. */
  readonly bounded: readonly string[];
  /** Forms that need none. Their indexes continue after the bounded ones. */
  readonly free: readonly string[];
  /** Code points of each form. */
  readonly lengths: Int32Array;
  /** Form i stands for the entries firstEntries[i] to firstEntries[i + 1], end exclusive. */
  readonly firstEntries: Int32Array;
  /** The pattern of each entry. */
  readonly patterns: readonly number[];
  /** The exact spelling, for entries whose pattern is case sensitive. */
  readonly caseKept: ReadonlyMap<number, string>;
}

/** A pattern without characters has no form. */
export function collectForms(patterns: readonly NamePattern[]): PatternForms {
  const folder = new TextFolder();
  const bounded = new FormList();
  const free = new FormList();
  for (const [pattern, { name, caseSensitive, wholeWord }] of patterns.entries()) {
    const codePoints = trimmed(folder, name);
    if (codePoints.length === 0) continue;
    const written = textOf(codePoints);
    const list = wholeWord && !needsNoBoundary(codePoints) ? bounded : free;
    if (caseSensitive) {
      for (const form of threeForms(written)) list.add(lowerCased(form), pattern, form);
    } else {
      for (const form of threeForms(lowerCased(written))) list.add(form, pattern, null);
    }
  }
  const entries = new EntryList(bounded.size + free.size);
  const boundedForms = bounded.addTo(entries);
  const freeForms = free.addTo(entries);
  const { lengths, firstEntries, patterns: entryPatterns, caseKept } = entries;
  return { bounded: boundedForms, free: freeForms, lengths, firstEntries, patterns: entryPatterns, caseKept };
}

/** Forms in the order of their first pattern, each with a chain of its patterns, latest first. */
class FormList {
  private readonly chains = new Map<string, number>();
  private readonly patterns: number[] = [];
  private readonly spellings: (string | null)[] = [];
  private readonly earlier: number[] = [];

  get size(): number {
    return this.chains.size;
  }

  add(form: string, pattern: number, written: string | null): void {
    this.earlier.push(this.chains.get(form) ?? -1);
    this.chains.set(form, this.patterns.length);
    this.patterns.push(pattern);
    this.spellings.push(written);
  }

  /** Returns the forms in the order it adds them. */
  addTo(entries: EntryList): string[] {
    const sorted = [...this.chains.keys()].sort();
    // By UTF-16 unit, a lone surrogate would sort on both sides of the pairs that start with it.
    if (sorted.some((form) => /[\ud800-\udfff]/.test(form))) sorted.sort(byCodePoint);
    for (const form of sorted) {
      for (let at = this.chains.get(form) ?? -1; at >= 0; at = this.earlier[at]!) {
        entries.add(this.patterns[at]!, this.spellings[at]!);
      }
      entries.endForm(form);
    }
    return sorted;
  }
}

class EntryList {
  readonly lengths: Int32Array;
  readonly firstEntries: Int32Array;
  readonly patterns: number[] = [];
  readonly caseKept = new Map<number, string>();
  private formCount = 0;

  constructor(formCount: number) {
    this.lengths = new Int32Array(formCount);
    this.firstEntries = new Int32Array(formCount + 1);
  }

  add(pattern: number, written: string | null): void {
    if (written !== null) this.caseKept.set(this.patterns.length, written);
    this.patterns.push(pattern);
  }

  endForm(form: string): void {
    this.lengths[this.formCount] = countCodePoints(form);
    this.formCount += 1;
    this.firstEntries[this.formCount] = this.patterns.length;
  }
}

function byCodePoint(one: string, other: string): number {
  for (let index = 0; index < one.length && index < other.length; index += 1) {
    const difference = one.codePointAt(index)! - other.codePointAt(index)!;
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

function countCodePoints(form: string): number {
  let count = 0;
  for (let index = 0; index < form.length; index += form.codePointAt(index)! > 0xffff ? 2 : 1) count += 1;
  return count;
}

function trimmed(folder: TextFolder, name: string): Int32Array {
  let end = folder.fold(name);
  let start = 0;
  if (end > start && folder.codePoints[start] === 0x20) start += 1;
  if (end > start && folder.codePoints[end - 1] === 0x20) end -= 1;
  return folder.codePoints.subarray(start, end);
}

function needsNoBoundary(codePoints: Int32Array): boolean {
  let letters = 0;
  for (const codePoint of codePoints) {
    const bits = bitsOf(codePoint);
    if ((bits & LETTER_BIT) === 0) continue;
    if ((bits & SPACELESS_BIT) === 0) return false;
    letters += 1;
  }
  return letters > 0;
}

/**
 * Each distinct form once. All have the same number of spaces and the same first and last word, so no form contains
 * another, and a pattern's occurrences are ordered by start as well as by end.
 */
function threeForms(written: string): string[] {
  const forms = [written];
  if (written.includes(' & ')) forms.push(written.split(' & ').join(' and '));
  if (written.includes(' and ')) forms.push(written.split(' and ').join(' & '));
  return forms;
}

function textOf(codePoints: Int32Array): string {
  let text = '';
  // In chunks: a call has a maximum number of arguments.
  for (let from = 0; from < codePoints.length; from += 1000) {
    text += String.fromCodePoint(...codePoints.subarray(from, from + 1000));
  }
  return text;
}

function lowerCased(form: string): string {
  // Done by code point for every form, this would be half the compile time.
  if (/^[ -~]*$/.test(form)) return form.toLowerCase();
  let lower = '';
  for (const character of form) lower += String.fromCodePoint(lowerCaseOf(character.codePointAt(0)!));
  return lower;
}
