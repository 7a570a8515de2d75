import { RARE, RARE_WORD, SPACE, SPECIAL } from './alphabet.ts';
import type { Alphabet } from './alphabet.ts';
import { RareEdges } from './rare-edges.ts';

/** The sign bit: marks a transition that must report or look something up. */
export const SIGN = -0x80000000;

/** Nothing pending, inside a word. */
const INSIDE = 0;
/** Nothing pending, before the start of a word. */
export const BOUNDARY = 1;

/**
 * Aho-Corasick with two roots: forms that need word boundaries start at BOUNDARY only, the others at INSIDE, to
 * which BOUNDARY falls back. Most letters of a text therefore stay in one row of the table.
 *
 * A form that needs a boundary is reported at the non-word character after it, any other at its last character.
 */
export class Automaton {
  /** Row width; a state is its row's number, an entry of `transitions` its row's offset. */
  readonly width: number;
  /** Target offset, with SIGN when something is to be reported or looked up. */
  readonly transitions: Int32Array;
  /** Form that ends at a state, + 1, the bounded ones first; 0 for none. */
  readonly forms: Int32Array;
  /** The next state by failure that ends a form; 0 for none. */
  readonly suffixes: Int32Array;
  private readonly alphabet: Alphabet;
  private readonly failures: Int32Array;
  /** 1 when a free form ends at the state or at one of its suffixes. */
  private readonly reports: Uint8Array;
  private readonly endsInSpace: Uint8Array;
  private readonly rareEdges = new RareEdges();

  /** Both lists folded, lower case, trimmed, sorted by code unit and without duplicates. */
  constructor(alphabet: Alphabet, bounded: readonly string[], free: readonly string[]) {
    const stateCount = 2 + countNodes(bounded) + countNodes(free);
    this.alphabet = alphabet;
    this.width = alphabet.classCount;
    this.transitions = new Int32Array(stateCount * this.width);
    this.forms = new Int32Array(stateCount);
    this.suffixes = new Int32Array(stateCount);
    this.failures = new Int32Array(stateCount);
    this.reports = new Uint8Array(stateCount);
    this.endsInSpace = new Uint8Array(stateCount);
    this.build(bounded, free);
  }

  /** The next state for a code point without a column. */
  follow(state: number, codePoint: number, isWord: boolean): number {
    for (let from = state; ; from = this.failures[from]!) {
      const target = this.rareEdges.find(from, codePoint);
      if (target !== 0) return target;
      if (from === INSIDE) return isWord ? INSIDE : BOUNDARY;
    }
  }

  private build(bounded: readonly string[], free: readonly string[]): void {
    // Breadth first: states near the roots, which a text visits most, lie side by side.
    const stateCount = this.forms.length;
    const first = new Int32Array(stateCount);
    const last = new Int32Array(stateCount);
    const depths = new Int32Array(stateCount);
    const isFree = new Uint8Array(stateCount);
    last[INSIDE] = free.length;
    last[BOUNDARY] = bounded.length;
    isFree[INSIDE] = 1;
    this.startFirstRow();
    let next = 2;
    for (let state = 0; state < stateCount; state += 1) {
      const list = isFree[state] === 1 ? free : bounded;
      const depth = depths[state]!;
      const end = last[state]!;
      let index = first[state]!;
      if (state > INSIDE) this.startRow(state, isFree[state] === 0);
      if (this.forms[state] !== 0) index += 1;
      while (index < end) {
        const codePoint = list[index]!.codePointAt(depth)!;
        const nextDepth = depth + (codePoint > 0xffff ? 2 : 1);
        first[next] = index;
        if (list[index]!.length === nextDepth) {
          this.forms[next] = isFree[state] === 1 ? bounded.length + index + 1 : index + 1;
          this.reports[next] = isFree[state]!;
        }
        index += 1;
        while (index < end && list[index]!.codePointAt(depth) === codePoint) index += 1;
        last[next] = index;
        depths[next] = nextDepth;
        isFree[next] = isFree[state]!;
        this.addEdge(state, codePoint, next);
        next += 1;
      }
    }
  }

  private startFirstRow(): void {
    const { transitions, width } = this;
    const { isWordClass } = this.alphabet;
    for (let at = 0; at < width; at += 1) transitions[at] = isWordClass[at] === 1 ? 0 : BOUNDARY * width;
    for (const at of [SPECIAL, RARE, RARE_WORD]) transitions[at] = SIGN;
  }

  /** Starts from the row of the longest suffix, which is shorter and therefore complete. */
  private startRow(state: number, isBounded: boolean): void {
    const { transitions, width } = this;
    const row = state * width;
    const suffix = this.failures[state]! * width;
    transitions.copyWithin(row, suffix, suffix + width);
    // Runs of white space are one space.
    if (this.endsInSpace[state] === 1) transitions[row + SPACE] = row;
    if (!isBounded || this.forms[state] === 0) return;
    for (let at = 0; at < width; at += 1) {
      if (this.alphabet.isWordClass[at] === 0) transitions[row + at] = transitions[row + at]! | SIGN;
    }
  }

  private addEdge(state: number, codePoint: number, target: number): void {
    const { alphabet, failures, forms, reports, transitions, width } = this;
    const at = alphabet.classOf(codePoint);
    const isRare = at === RARE || at === RARE_WORD;
    const isWord = alphabet.isWordClass[at] === 1;
    const entry = state * width + at;
    const failure =
      state === INSIDE
        ? isWord
          ? INSIDE
          : BOUNDARY
        : isRare
          ? this.follow(failures[state]!, codePoint, isWord)
          : (transitions[failures[state]! * width + at]! & ~SIGN) / width;
    failures[target] = failure;
    this.suffixes[target] = forms[failure] === 0 ? this.suffixes[failure]! : failure;
    if (reports[failure] === 1) reports[target] = 1;
    if (at === SPACE) this.endsInSpace[target] = 1;
    if (isRare) this.rareEdges.add(state, codePoint, target);
    else transitions[entry] = (target * width) | (transitions[entry]! & SIGN) | (reports[target] === 1 ? SIGN : 0);
  }
}

/** States below a root: for each form, its characters past the prefix it shares with the form before it. */
function countNodes(sorted: readonly string[]): number {
  let count = 0;
  let before = '';
  for (const form of sorted) {
    let shared = 0;
    while (shared < before.length && form.charCodeAt(shared) === before.charCodeAt(shared)) shared += 1;
    count += form.length - shared;
    before = form;
  }
  return count;
}
