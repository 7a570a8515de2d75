import {
  MARK_BIT,
  REMOVED_BIT,
  STRIPS_MARKS_BIT,
  bitsOf,
  combiningClassOf,
  compositionOf,
  decompositionOf,
} from './fold-tables.ts';

/**
 * Folds one character and the combining ones after it, keeping case, before dashes and quotes are replaced. Reused for
 * every run; `codePoints`, `starts` and `ends` hold the result of `finish()` and may be longer than the count it returns.
 */
export class FoldRun {
  readonly codePoints: number[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  private length = 0;
  private source = 0;

  reset(): void {
    this.length = 0;
    this.source = 0;
  }

  /** Adds the code point at [start, end) of the original. */
  add(codePoint: number, start: number, end: number): void {
    const bits = bitsOf(codePoint);
    if (bits & REMOVED_BIT) {
      if (bits & MARK_BIT) this.ends.fill(end, this.source, this.length);
      return;
    }
    this.source = this.length;
    const parts = decompositionOf(codePoint);
    if (parts === null) this.put(codePoint, start, end);
    else for (const part of parts) this.put(part, start, end);
  }

  /** Sorts and strips marks, and composes the rest. Returns how many code points remain. */
  finish(): number {
    if (this.length > 1) {
      this.sort();
      this.strip();
      this.compose();
    }
    return this.length;
  }

  private put(codePoint: number, start: number, end: number): void {
    this.set(this.length, codePoint, start, end);
    this.length += 1;
  }

  private set(index: number, codePoint: number, start: number, end: number): void {
    this.codePoints[index] = codePoint;
    this.starts[index] = start;
    this.ends[index] = end;
  }

  private move(from: number, to: number): void {
    this.set(to, this.codePoints[from]!, this.starts[from]!, this.ends[from]!);
  }

  private sort(): void {
    for (let index = 1; index < this.length; index += 1) {
      const codePoint = this.codePoints[index]!;
      const rank = combiningClassOf(codePoint);
      if (rank === 0 || combiningClassOf(this.codePoints[index - 1]!) <= rank) continue;
      const start = this.starts[index]!;
      const end = this.ends[index]!;
      let place = index;
      for (; place > 0 && combiningClassOf(this.codePoints[place - 1]!) > rank; place -= 1) this.move(place - 1, place);
      this.set(place, codePoint, start, end);
    }
  }

  private strip(): void {
    let kept = 0;
    let strips = false;
    for (let index = 0; index < this.length; index += 1) {
      const bits = bitsOf(this.codePoints[index]!);
      if (strips && bits & MARK_BIT) {
        this.ends[kept - 1] = Math.max(this.ends[kept - 1]!, this.ends[index]!);
        continue;
      }
      strips = (bits & STRIPS_MARKS_BIT) !== 0;
      this.move(index, kept);
      kept += 1;
    }
    this.length = kept;
  }

  private compose(): void {
    let kept = 0;
    let starter = -1;
    let lastRank = -1;
    for (let index = 0; index < this.length; index += 1) {
      const codePoint = this.codePoints[index]!;
      const rank = combiningClassOf(codePoint);
      if (starter >= 0 && lastRank < rank) {
        const joined = compositionOf(this.codePoints[starter]!, codePoint);
        if (joined !== null) {
          const start = Math.min(this.starts[starter]!, this.starts[index]!);
          this.set(starter, joined, start, Math.max(this.ends[starter]!, this.ends[index]!));
          continue;
        }
      }
      if (rank === 0) {
        starter = kept;
        // A starter may still compose with the very next code point, whatever its class.
        lastRank = -1;
      } else {
        lastRank = rank;
      }
      this.move(index, kept);
      kept += 1;
    }
    this.length = kept;
  }
}
