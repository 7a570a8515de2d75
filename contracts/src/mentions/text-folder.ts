import { FoldRun } from './fold-run.ts';
import { replacementOf } from './fold-tables.ts';
import { unitFolds } from './unit-folds.ts';

const SPACE = 0x20;

/**
 * Folds whole texts for the fast matcher, keeping case, into buffers that the next `fold` overwrites. Per code point of
 * the result: `codePoints`, and its range in the original, [`starts`, `ends`), in UTF-16 units.
 */
export class TextFolder {
  codePoints = new Int32Array(256);
  starts = new Int32Array(256);
  ends = new Int32Array(256);
  length = 0;
  private readonly run = new FoldRun();
  private readonly units = unitFolds();

  /** Returns the number of code points. A run of white space is one space; the ends are not trimmed. */
  fold(text: string): number {
    const { isPlain, caseKept } = this.units;
    this.length = 0;
    for (let index = 0; index < text.length;) {
      const unit = text.charCodeAt(index);
      const isAlone = index + 1 === text.length || isPlain[text.charCodeAt(index + 1)] === 1;
      if (isAlone && isPlain[unit] === 1) {
        this.put(caseKept[unit]!, index, index + 1);
        index += 1;
      } else {
        index = this.foldRunAt(text, index);
      }
    }
    return this.length;
  }

  private foldRunAt(text: string, from: number): number {
    const { isPlain } = this.units;
    const { run } = this;
    run.reset();
    let index = from;
    do {
      const codePoint = text.codePointAt(index)!;
      const end = index + (codePoint > 0xffff ? 2 : 1);
      run.add(codePoint, index, end);
      index = end;
    } while (index < text.length && isPlain[text.charCodeAt(index)] === 0);
    const length = run.finish();
    for (let part = 0; part < length; part += 1) {
      this.put(replacementOf(run.codePoints[part]!), run.starts[part]!, run.ends[part]!);
    }
    return index;
  }

  private put(codePoint: number, start: number, end: number): void {
    const last = this.length - 1;
    if (codePoint === SPACE && last >= 0 && this.codePoints[last] === SPACE) {
      this.ends[last] = Math.max(this.ends[last]!, end);
      return;
    }
    if (this.length === this.codePoints.length) this.grow();
    this.codePoints[this.length] = codePoint;
    this.starts[this.length] = start;
    this.ends[this.length] = end;
    this.length += 1;
  }

  private grow(): void {
    this.codePoints = doubled(this.codePoints);
    this.starts = doubled(this.starts);
    this.ends = doubled(this.ends);
  }
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
