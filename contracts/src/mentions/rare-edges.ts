/** Edges of the automaton for characters without a column: (state, code point) to state, with open addressing. */
export class RareEdges {
  private states = new Int32Array(64);
  private codePoints = new Int32Array(64);
  private targets = new Int32Array(64);
  private size = 0;

  add(state: number, codePoint: number, target: number): void {
    if (this.size * 2 >= this.targets.length) this.grow();
    const slot = this.slotOf(state, codePoint);
    this.states[slot] = state;
    this.codePoints[slot] = codePoint;
    this.targets[slot] = target;
    this.size += 1;
  }

  /** 0 for none: no edge leads to the first root. */
  find(state: number, codePoint: number): number {
    return this.size === 0 ? 0 : this.targets[this.slotOf(state, codePoint)]!;
  }

  private slotOf(state: number, codePoint: number): number {
    const mask = this.targets.length - 1;
    let slot = (Math.imul(state, 0x9e3779b1) ^ Math.imul(codePoint, 0x85ebca6b)) >>> 8;
    for (slot &= mask; this.targets[slot] !== 0; slot = (slot + 1) & mask) {
      if (this.states[slot] === state && this.codePoints[slot] === codePoint) break;
    }
    return slot;
  }

  private grow(): void {
    const { states, codePoints, targets } = this;
    this.states = new Int32Array(targets.length * 2);
    this.codePoints = new Int32Array(targets.length * 2);
    this.targets = new Int32Array(targets.length * 2);
    this.size = 0;
    for (let slot = 0; slot < targets.length; slot += 1) {
      if (targets[slot] !== 0) this.add(states[slot]!, codePoints[slot]!, targets[slot]!);
    }
  }
}
