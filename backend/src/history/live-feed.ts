import type { FeedItem } from '@earmark/contracts/history';
import { UnreadablePosition, type RecordedEvent } from '@earmark/projections/event-log';
import type { Pool } from 'pg';
import { Checkpoints } from '../kit/checkpoints.ts';
import { answerOfLog } from '../kit/log-answer.ts';
import { isReadable } from '../kit/recorded-events.ts';
import { Streams } from '../kit/streams.ts';
import { PUBLIC_TYPES } from './histories.ts';
import { bulkFact, factOf, isNews, type Fact } from './feed-sentences.ts';
import { Narrator } from './narrator.ts';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PG_POOL } from '../kit/pg.ts';
import { REPORT, type Report } from '../kit/core.ts';

/** The number of events kept for readers who reconnect after a short loss of connection. */
const KEPT_ITEMS = 1000;
/** More events of one kind from one call are combined in one line. */
const LINES_PER_CALL = 3;
const PAGE_EVENTS = 500;
const TROUBLE_MS = 60_000;

export interface PositionedItem {
  readonly position: bigint;
  readonly item: FeedItem;
  /** The account that made the change. */
  readonly actorId: string;
  /** The fields that admins get in addition, or instead. */
  readonly forAdmins: Pick<FeedItem, 'actor' | 'stream' | 'reason' | 'diff'>;
}

interface Listener {
  readonly onItem: (item: PositionedItem) => void;
  readonly onReset: () => void;
  after: bigint;
}

/** The only tail of the log in this process: what has become visible, as public facts, in log order. */
@Injectable()
export class LiveFeed implements OnModuleDestroy {
  /** How often an open connection sends a heartbeat and the reader's role is checked. */
  heartbeatMs = 15_000;
  /** How long further events of a call are held, to be combined in one line. */
  holdMs = 1000;
  /** How long they are held at most, while more keep coming. */
  longestHoldMs = 10_000;
  private readonly kept: PositionedItem[] = [];
  private readonly listeners = new Set<Listener>();
  /** Everything up to here was emitted, or happened before this process started. */
  private emitted = 0n;
  /** A reader who resumes from before this has missed events that are no longer kept. */
  private keptFrom = 0n;
  private draining: Promise<void> | null = null;
  /** Held events of one kind from a call that already had lines. */
  private readonly held = new Map<string, RecordedEvent[]>();
  /** When the last event came, and the first. */
  private heldAt = 0;
  private heldSince = 0;
  private holding: NodeJS.Timeout | null = null;
  /** Calls and kinds that already had a line, oldest first. */
  private readonly described = new Set<string>();
  private forget: (() => void) | null = null;
  private trouble: { readonly line: string; readonly at: number } | null = null;

  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly checkpoints: Checkpoints,
    @Inject(REPORT) private readonly report: Report,
  ) {}

  async start(): Promise<void> {
    this.emitted = this.checkpoints.reached ?? (await answerOfLog(async () => this.streams.log.head())) ?? 0n;
    this.keptFrom = this.emitted;
    this.forget = this.checkpoints.onChange(() => this.wake());
  }

  /** Called before the server closes, since open connections would keep it from closing. */
  async onModuleDestroy(): Promise<void> {
    await this.stop();
  }

  async stop(): Promise<void> {
    this.forget?.();
    this.forget = null;
    await this.draining;
    if (this.holding !== null) clearTimeout(this.holding);
  }

  get head(): bigint {
    return this.emitted;
  }

  /** The facts after `position`; null when that is too long ago, or from another, longer log. */
  since(position: bigint): PositionedItem[] | null {
    if (position < this.keptFrom || position > this.emitted) return null;

    return this.kept.filter((one) => one.position > position);
  }

  /**
   * Calls `onItem` with the facts after the position `after`, without held lines from before, and `onReset` when the log
   * was replaced: anything may have changed, and positions begin anew.
   */
  subscribe(onItem: Listener['onItem'], after: bigint, onReset: () => void = () => undefined): () => void {
    const listener = { onItem, onReset, after };
    this.listeners.add(listener);

    return () => this.listeners.delete(listener);
  }

  get subscribers(): number {
    return this.listeners.size;
  }

  private wake(): void {
    this.draining ??= this.drain()
      .catch((error: unknown) => {
        this.reportOnce(`live feed: ${error instanceof Error ? error.message : String(error)}`);
        if (this.held.size > 0) this.wait();
      })
      .finally(() => {
        this.draining = null;
        if ((this.checkpoints.reached ?? 0n) > this.emitted && this.forget) setTimeout(() => this.wake(), 50).unref();
      });
  }

  /** The same trouble, as an outage is, has one line a minute. */
  private reportOnce(line: string): void {
    const now = performance.now();
    if (line === this.trouble?.line && now - this.trouble.at < TROUBLE_MS) return;
    this.trouble = { line, at: now };
    this.report(line);
  }

  /** Emits what the projections have passed, so that a reader who follows a line's link finds it there. */
  private async drain(): Promise<void> {
    for (;;) {
      const upTo = this.checkpoints.reached;
      if (upTo !== null && upTo < this.emitted && (await this.streams.log.head()) < this.emitted) this.reset(upTo);
      if (upTo === null || upTo <= this.emitted) break;
      const page: RecordedEvent[] = [];
      const filter = { types: PUBLIC_TYPES };
      try {
        for await (const event of this.streams.log.readAll({ after: this.emitted, limit: PAGE_EVENTS, filter }))
          if (event.position <= upTo) page.push(event);
      } catch (error) {
        if (!(error instanceof UnreadablePosition)) throw error;
        this.reset(upTo);
        break;
      }
      // Private events produce no line, and held ones keep waiting.
      if (page.length > 0) for (const item of await this.itemsOf(page)) this.emit(item);
      this.emitted = page.length === PAGE_EVENTS ? page.at(-1)!.position : upTo;
    }
    if (this.held.size === 0 || performance.now() - this.heldAt < this.holdMs) return;
    for (const item of await this.itemsOf([])) this.emit(item);
  }

  /** The server of the log was restored from older files, and the tables were built anew: nothing kept holds any more. */
  private reset(to: bigint): void {
    this.kept.length = 0;
    this.held.clear();
    this.streams.forgetAll();
    this.emitted = to;
    this.keptFrom = to;
    for (const listener of this.listeners) {
      listener.after = to;
      listener.onReset();
    }
  }

  /**
   * As lines, in log order; of no events, what is held. What belongs to a call that has had its lines waits for more of
   * it, but not past other news: a reader who resumes after a line has seen everything before it.
   */
  private async itemsOf(events: readonly RecordedEvent[]): Promise<PositionedItem[]> {
    const groups = new Map<string, RecordedEvent[]>();
    const more = new Map<string, RecordedEvent[]>();
    for (const event of events.filter((one) => isReadable(one) && isNews(one))) {
      const key = keyOf(event);
      push(this.described.has(key) ? more : groups, key, [event]);
    }
    if (events.length > 0 && groups.size === 0 && !this.isOverdue()) {
      this.hold(more);
      return [];
    }
    const narrator = new Narrator(this.streams, this.pool);
    const items: PositionedItem[] = [];
    const describe = async (group: readonly RecordedEvent[], mostLines: number) => {
      if (group.length > mostLines) items.push(itemOf(group.at(-1)!, await bulkFact(narrator, group)));
      else for (const event of group) items.push(itemOf(event, await factOf(narrator, event)));
    };
    for (const key of new Set([...this.held.keys(), ...more.keys()]))
      await describe([...(this.held.get(key) ?? []), ...(more.get(key) ?? [])], 1);
    for (const group of groups.values()) await describe(group, LINES_PER_CALL);
    // Only now, because after a failure the same events come again.
    this.held.clear();
    for (const key of groups.keys()) {
      this.described.add(key);
      if (this.described.size > KEPT_ITEMS) this.described.delete(this.described.values().next().value!);
    }

    return items.sort((a, b) => (a.position < b.position ? -1 : 1));
  }

  private isOverdue(): boolean {
    return this.held.size > 0 && performance.now() - this.heldSince >= this.longestHoldMs;
  }

  private hold(more: ReadonlyMap<string, readonly RecordedEvent[]>): void {
    if (more.size === 0) return;
    if (this.held.size === 0) this.heldSince = performance.now();
    for (const [key, events] of more) push(this.held, key, events);
    this.heldAt = performance.now();
    this.wait();
  }

  private wait(): void {
    if (this.holding !== null) clearTimeout(this.holding);
    this.holding = setTimeout(() => this.wake(), this.holdMs + 1).unref();
  }

  private emit(item: PositionedItem): void {
    this.kept.push(item);
    if (this.kept.length > KEPT_ITEMS) this.keptFrom = this.kept.shift()!.position;
    for (const { onItem, after } of this.listeners) if (item.position > after) onItem(item);
  }
}

/** Identifies events of one kind from one call. */
const keyOf = ({ type, metadata }: RecordedEvent): string => `${metadata.correlationId} ${type}`;

function push(groups: Map<string, RecordedEvent[]>, key: string, events: readonly RecordedEvent[]): void {
  const group = groups.get(key);
  if (group) group.push(...events);
  else groups.set(key, [...events]);
}

const itemOf = ({ position, type, stream, metadata }: RecordedEvent, { diff, ...fact }: Fact): PositionedItem => ({
  position,
  actorId: metadata.actor.id,
  item: { position: position.toString(), type, at: metadata.at, actor: metadata.actor.role, ...fact },
  forAdmins: { actor: metadata.actor.name, stream, reason: metadata.reason, diff },
});
