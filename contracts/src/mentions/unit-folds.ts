import { FoldRun } from './fold-run.ts';
import {
  MARK_BIT,
  REMOVED_BIT,
  bitsOf,
  composesWithPrevious,
  decompositionOf,
  listCombiningCodeUnits,
  listMappedCodeUnits,
  lowerCaseOf,
  replacementOf,
} from './fold-tables.ts';

/** How single UTF-16 units fold; each array is indexed by the unit. */
export interface UnitFolds {
  /** 1 when the unit folds to one unit without affecting its neighbours, as most text does. */
  readonly isPlain: Uint8Array;
  /** The folded unit with its case; plain units only. */
  readonly caseKept: Uint16Array;
  /** The folded unit in lower case; plain units only. */
  readonly lowerCase: Uint16Array;
}

let computed: UnitFolds | null = null;

/** The tables, computed at the first call: takes a few milliseconds and 320 KB. */
export function unitFolds(): UnitFolds {
  computed ??= computeUnitFolds();
  return computed;
}

function computeUnitFolds(): UnitFolds {
  const isPlain = new Uint8Array(0x10000).fill(1).fill(0, 0xd800, 0xe000);
  const caseKept = new Uint16Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit += 1) {
    caseKept[unit] = unit;
    if (bitsOf(unit) & (REMOVED_BIT | MARK_BIT)) isPlain[unit] = 0;
  }
  const lowerCase = caseKept.slice();
  const run = new FoldRun();
  for (const unit of listMappedCodeUnits()) {
    run.reset();
    run.add(unit, 0, 1);
    const folded = run.finish() === 1 ? replacementOf(run.codePoints[0] ?? 0) : 0x10000;
    const first = decompositionOf(unit)?.[0] ?? unit;
    if (folded > 0xffff || composesWithPrevious(first)) isPlain[unit] = 0;
    caseKept[unit] = folded;
    lowerCase[unit] = lowerCaseOf(folded);
  }
  for (const unit of listCombiningCodeUnits()) isPlain[unit] = 0;
  return { isPlain, caseKept, lowerCase };
}
