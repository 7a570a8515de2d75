/** Finds the revisions that are missing between the events of a log. */
export class RevisionGaps {
  private readonly next = new Map<string, number>();
  private first: string | null = null;
  private missing = 0;

  /** Takes the events in log order. */
  add({ stream, revision }: { stream: string; revision: number }): void {
    const expected = this.next.get(stream) ?? 0;
    this.next.set(stream, revision + 1);
    if (revision === expected) return;
    this.missing += revision - expected;
    this.first ??= `${expected === revision - 1 ? `revision ${expected}` : `revisions ${expected} to ${revision - 1}`} of ${stream}`;
  }

  /** In words; null when none are missing. */
  get inWords(): string | null {
    if (this.first === null) return null;
    const events = this.missing === 1 ? 'one event is' : `${this.missing} events are`;

    return `${events} missing, first ${this.first}`;
  }
}
