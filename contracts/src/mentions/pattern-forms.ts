import { LETTER_BIT, SPACELESS_BIT, bitsOf, lowerCaseOf } from './fold-tables.ts';
import type { NamePattern } from './matching-rule.ts';
import { TextFolder } from './text-folder.ts';

/** What the automaton looks for, and which patterns each form stands for. */
export interface PatternForms {
  /** Forms that need word boundaries; folded, lower case, sorted, each once. */
  readonly bounded: readonly string[];
  /** Forms that need none. A form's index counts on from the bounded ones. */
  readonly free: readonly string[];
  /** Code points of each form. */
  readonly lengths: Int32Array;
  /** Form i stands for the entries firstEntries[i] to firstEntries[i + 1], end exclusive. */
  readonly firstEntries: Int32Array;
  /** The pattern of each entry. */
  readonly patterns: Int32Array;
  /** Of entries whose pattern is case sensitive: how it must be written. */
  readonly caseKept: ReadonlyMap<number, string>;
}

interface Entry {
  readonly pattern: number;
  /** Null when case does not matter. */
  readonly written: string | null;
}

/** Patterns without a character have no form. */
export function collectForms(patterns: readonly NamePattern[]): PatternForms {
  const folder = new TextFolder();
  const bounded = new Map<string, Entry[]>();
  const free = new Map<string, Entry[]>();
  for (const [pattern, { name, caseSensitive, wholeWord }] of patterns.entries()) {
    const codePoints = trimmed(folder, name);
    if (codePoints.length === 0) continue;
    const written = textOf(codePoints);
    const target = wholeWord && !needsNoBoundary(codePoints) ? bounded : free;
    if (caseSensitive) {
      for (const form of threeForms(written)) addEntry(target, lowerCased(form), { pattern, written: form });
    } else {
      for (const form of threeForms(lowerCased(written))) addEntry(target, form, { pattern, written: null });
    }
  }
  return listed(bounded, free);
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
 * Each different form once. All have the same number of spaces and the same first and last word, so that no form lies
 * within another: occurrences of a pattern come by start as well as by end.
 */
function threeForms(written: string): string[] {
  const forms = [written];
  if (written.includes(' & ')) forms.push(written.split(' & ').join(' and '));
  if (written.includes(' and ')) forms.push(written.split(' and ').join(' & '));
  return forms;
}

function textOf(codePoints: Int32Array): string {
  let text = '';
  for (const codePoint of codePoints) text += String.fromCodePoint(codePoint);
  return text;
}

function lowerCased(form: string): string {
  let lower = '';
  for (const character of form) lower += String.fromCodePoint(lowerCaseOf(character.codePointAt(0)!));
  return lower;
}

function addEntry(forms: Map<string, Entry[]>, form: string, entry: Entry): void {
  const entries = forms.get(form);
  if (entries === undefined) forms.set(form, [entry]);
  else entries.push(entry);
}

function listed(boundedEntries: ReadonlyMap<string, Entry[]>, freeEntries: ReadonlyMap<string, Entry[]>): PatternForms {
  const bounded = [...boundedEntries.keys()].sort();
  const free = [...freeEntries.keys()].sort();
  const groups = [
    ...bounded.map((form) => boundedEntries.get(form) ?? []),
    ...free.map((form) => freeEntries.get(form) ?? []),
  ];
  const firstEntries = new Int32Array(groups.length + 1);
  const patterns: number[] = [];
  const caseKept = new Map<number, string>();
  for (const [form, entries] of groups.entries()) {
    for (const { pattern, written } of entries) {
      if (written !== null) caseKept.set(patterns.length, written);
      patterns.push(pattern);
    }
    firstEntries[form + 1] = patterns.length;
  }
  const lengths = Int32Array.from([...bounded, ...free], (form) => Array.from(form).length);
  return { bounded, free, lengths, firstEntries, patterns: Int32Array.from(patterns), caseKept };
}
