import type { RecordedEvent } from './event-log/event-log.ts';

/** Events that the log has delivered and the runner has not taken. Bounded: `push` waits while it is full. */
export class Inbox {
  private readonly events: RecordedEvent[] = [];
  private wake: (() => void) | null = null;
  private room: (() => void) | null = null;

  constructor(private readonly limit: number) {}

  async push(event: RecordedEvent): Promise<void> {
    this.events.push(event);
    this.nudge();
    // Appends are taken whole, so waiting in the middle of one would never end.
    if (this.events.length >= this.limit && endsAppend(event))
      await new Promise<void>((resolve) => (this.room = resolve));
  }

  /** Whole appends of about `most` events; empty when none is complete. */
  take(most: number): RecordedEvent[] {
    let end = 0;
    for (let index = 0; index < this.events.length && end < most; index++)
      if (endsAppend(this.events[index]!)) end = index + 1;
    const taken = this.events.splice(0, end);
    if (this.events.length < this.limit) {
      this.room?.();
      this.room = null;
    }

    return taken;
  }

  /** Resolves at the next push or nudge. */
  async changed(): Promise<void> {
    await new Promise<void>((resolve) => (this.wake = resolve));
  }

  nudge(): void {
    this.wake?.();
    this.wake = null;
  }
}

export const endsAppend = (event: RecordedEvent): boolean => event.metadata.append.index === event.metadata.append.last;
