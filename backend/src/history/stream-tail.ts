import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FieldChange } from '@earmark/contracts/history';
import type { EventLog, RecordedEvent } from '@earmark/projections/event-log';
import type { Need, StoredEvent } from '../kit/history/event-history.ts';
import { decodeStored, isReadable } from '../kit/recorded-events.ts';
import { fieldsOf, historyOf } from './histories.ts';

/** An event and the fields that it set. */
export interface Entry {
  readonly id: string;
  readonly event: StoredEvent;
  readonly fields: readonly FieldChange[];
  readonly reverts: string | null;
  /** Null for an event that exists only in a dry run. */
  readonly recorded: RecordedEvent | null;
}

export const pathOf = (need: Need): string => (typeof need === 'string' ? need : need.path);

export function entryOf(recorded: RecordedEvent): Entry {
  const event = decodeStored(recorded);

  return { id: recorded.id, event, fields: fieldsOf(event), reverts: recorded.metadata.reverts, recorded };
}

/** The newest part of a stream: everything since an event that can prevent its undo. */
export class StreamTail {
  /** Oldest first. Only ever added to. */
  readonly entries: Entry[] = [];
  private standing: { readonly of: number; readonly reverts: ReadonlyMap<string, Entry> } | null = null;

  /** `revision`: of the last event that was read. */
  private constructor(
    readonly stream: string,
    public revision: number,
  ) {}

  /** Reads from revision `from` to the end. */
  static async read(log: EventLog, stream: string, from: number): Promise<StreamTail> {
    const tail = new StreamTail(stream, from - 1);
    await tail.catchUp(log);

    return tail;
  }

  /** Of events that are already read, oldest first; `revision`: up to where nothing that matters is missing. */
  static of(stream: string, events: readonly RecordedEvent[], revision: number): StreamTail {
    const tail = new StreamTail(stream, revision);
    tail.entries.push(...events.map(entryOf));

    return tail;
  }

  /** To go on in memory. */
  copy(): StreamTail {
    const tail = new StreamTail(this.stream, this.revision);
    tail.entries.push(...this.entries);

    return tail;
  }

  /** Adds an event that exists in memory only. */
  imagine(event: StoredEvent, reverts: string): Entry {
    const entry = { id: randomUUID(), event, fields: fieldsOf(event), reverts, recorded: null };
    this.entries.push(entry);
    this.revision++;

    return entry;
  }

  async catchUp(log: EventLog): Promise<void> {
    for await (const recorded of log.readStream(this.stream, { from: this.revision + 1 })) {
      // One that cannot be read has no line; a revert decides by the state of the whole stream, which then refuses.
      if (isReadable(recorded)) this.entries.push(entryOf(recorded));
      this.revision = recorded.revision;
    }
  }

  find(eventId: string): Entry | null {
    return this.entries.find(({ id }) => id === eventId) ?? null;
  }

  revertCausedBy(causationId: string, eventId: string): RecordedEvent | null {
    const found = this.entries.find(
      ({ reverts, recorded }) => reverts === eventId && recorded?.metadata.causationId === causationId,
    );

    return found?.recorded ?? null;
  }

  /** The id of an undone event → its latest revert that was not itself undone. */
  standingReverts(): ReadonlyMap<string, Entry> {
    // Asked for every entry of a page.
    if (this.standing?.of === this.entries.length) return this.standing.reverts;
    const reverts = new Map<string, Entry>();
    for (const entry of this.entries.toReversed())
      if (entry.reverts !== null && !reverts.has(entry.id) && !reverts.has(entry.reverts))
        reverts.set(entry.reverts, entry);
    this.standing = { of: this.entries.length, reverts };

    return reverts;
  }

  /** The last event that changed a field which must be as `entry` left it for an undo; null when there is none. */
  obstacleTo(entry: Entry): Entry | null {
    const { needs, movesPinsOnly } = historyOf(entry.event);
    const reverts = this.standingReverts();
    const undone = reverts.get(entry.id);
    if (undone) return undone;
    if (movesPinsOnly) return null;

    const left = new Map<string, unknown>(entry.fields.map(({ path, to }) => [path, to]));
    const all = needs?.(entry.event.data, entry.reverts !== null) ?? [];
    const needed = all.map(pathOf);
    for (const need of all) if (typeof need !== 'string') left.set(need.path, need.value);
    const [exact, below] = [new Set(needed), needed.filter((path) => path.endsWith('/'))];
    const isWatched = (path: string) =>
      left.has(path) || exact.has(path) || (below.some((start) => path.startsWith(start)) && !path.endsWith('/gone'));
    const now = new Map<string, { value: unknown; by: Entry }>();
    const since = this.entries.slice(this.entries.indexOf(entry) + 1);
    // What was undone is as it was before it: a field that only one of the two names (the name that an entity had until
    // it was
    // renamed) did not change, nor did it that a segment is gone, which its own deletion does not say.
    const pairs = since.flatMap((later) => {
      const undo = reverts.get(later.id);
      return undo ? [[later.id, undo] as const, [undo.id, later] as const] : [];
    });
    const partners = new Map(pairs);
    const isSettled = (later: Entry, path: string): boolean => {
      const partner = partners.get(later.id);
      return partner !== undefined && (path.endsWith('/gone') || !partner.fields.some((field) => field.path === path));
    };
    for (const later of since)
      for (const { path, from, to } of later.fields) {
        if (!isWatched(path) || isSettled(later, path)) continue;
        // A field that it needs but did not set had the value that the first later change found.
        if (!left.has(path)) left.set(path, from);
        now.set(path, { value: to, by: later });
      }
    const changed = [...now].filter(([path, { value }]) => !isDeepStrictEqual(value, left.get(path)));
    const obstacles = new Set(changed.map(([, { by }]) => by));

    return this.entries.findLast((later) => obstacles.has(later)) ?? null;
  }
}
