import type { EntryChanges, HistoryEntries, HistoryEntry } from '@earmark/contracts/history';
import type { CorrelatedCount, RecordedEvent } from '@earmark/projections/event-log';
import type { Db } from '@earmark/projections/queries';
import { throwIfCallerLeft } from '../kit/call.ts';
import { decodeStored, isReadable } from '../kit/recorded-events.ts';
import { Rejected } from '../kit/rejected.ts';
import type { Streams } from '../kit/streams.ts';
import { inDocumentOrder } from './document-order.ts';
import { entrySentence, kindOf, type EntryFacts } from './entry-sentences.ts';
import { isNews } from './feed-sentences.ts';
import { featureOf, historyOf, LISTED_TYPES } from './histories.ts';
import { HistoryPages, type Reader } from './history-pages.ts';
import type { Source } from './history-sources.ts';
import { Narrator } from './narrator.ts';
import { revertedAmong } from './tails.ts';

const PAGE = 50;
const BATCH = 100;
/** The most events that are read to find the entries of one page. */
const MAX_EVENTS_READ = 5000;
/** The most events of one entry that are read for its sentence. */
const MAX_OF_ENTRY = 200;
/** The most changes of one entry that can be listed, which is also the most that can be undone at once. */
const MAX_LISTED = 5000;

const isUndoRecord = ({ stream }: { readonly stream: string }): boolean => stream.startsWith('undo-');

/** An entry with the events that were read of it, oldest first. */
interface Begun {
  readonly events: readonly RecordedEvent[];
  readonly count: number;
  readonly elsewhere: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly lead: RecordedEvent | null;
}

/** The history as a list of requests, newest first: one save is one entry, however many changes it made. */
export class HistoryEntryPages {
  private readonly pages: HistoryPages;

  constructor(
    private readonly streams: Streams,
    private readonly db: Db,
    private readonly source: Source,
    private readonly reader: Reader,
  ) {
    this.pages = new HistoryPages(streams, db);
  }

  /** `next` also says how far the log was read, because a page may be short or even empty. */
  async list(before: bigint | null): Promise<HistoryEntries> {
    const { met, next } = await this.meet(before);
    const counts = await this.countsOf([...met.keys()]);
    const begun: [string, Begun][] = [];
    for (const [correlationId, events] of met)
      begun.push([correlationId, await this.begin(correlationId, events, counts.get(correlationId) ?? [])]);
    const narrator = this.narrator();
    const leads = begun.flatMap(([, { lead }]) => lead ?? []);
    const changes = new Map(
      (await this.pages.changesOf(leads, this.reader, narrator)).map((change) => [change.eventId, change]),
    );
    const read = begun.flatMap(([, { lead, events, count }]) => (lead || events.length < count ? [] : events));
    const reverted = await revertedAmong(this.streams.log, this.db, read);
    const entries: HistoryEntry[] = [];
    for (const [correlationId, one] of begun) {
      const lead = (one.lead && changes.get(one.lead.id)) ?? null;
      entries.push({ correlationId, lead, ...(await this.entry(one, lead, reverted, narrator)) });
    }

    return { entries, next };
  }

  /** The changes of one entry in the order of the document. `after`: how many are left out. Throws Rejected `not-found`. */
  async changes(correlationId: string, after: number): Promise<EntryChanges> {
    const events = this.counted(await this.readOf(correlationId, MAX_LISTED));
    if (events.length === 0) throw new Rejected('not-found', 'There is no such entry in this history.');
    const ordered = await inDocumentOrder(this.streams, events);
    const shown = ordered.slice(after, after + PAGE);
    const end = after + shown.length;

    return {
      changes: await this.pages.changesOf(shown, this.reader, this.narrator()),
      count: ordered.length,
      next: end < ordered.length ? String(end) : null,
    };
  }

  private narrator(): Narrator {
    return new Narrator(this.streams, this.db, this.source.isOfEpisode);
  }

  /** The events of each request, newest first, as far as they were met on the way. */
  private async meet(before: bigint | null): Promise<{ met: Map<string, RecordedEvent[]>; next: string | null }> {
    const met = new Map<string, RecordedEvent[]>();
    const begun = new Map<string, bigint>();
    const earlier = new Set<string>();
    let lookedAt = 0;
    for await (const batch of batched(this.source.read(before))) {
      throwIfCallerLeft();
      const wanted = await this.source.wanted(batch);
      const fresh = batch.filter(
        ({ metadata }, index) =>
          wanted[index] && !begun.has(metadata.correlationId) && !earlier.has(metadata.correlationId),
      );
      for (const id of await this.shownBefore(fresh, before)) earlier.add(id);
      for (const [index, event] of batch.entries()) {
        const { correlationId } = event.metadata;
        if (earlier.has(correlationId) || !isReadable(event)) continue;
        if (wanted[index] && !begun.has(correlationId)) {
          if (begun.size === PAGE) return { met: only(met, begun), next: String([...begun.values()].at(-1)!) };
          begun.set(correlationId, event.position);
        }
        const known = met.get(correlationId);
        if (known) known.push(event);
        else met.set(correlationId, [event]);
      }
      lookedAt += batch.length;
      if (lookedAt >= MAX_EVENTS_READ) return { met: only(met, begun), next: String(batch.at(-1)!.position) };
    }

    return { met: only(met, begun), next: null };
  }

  /** The requests among those of the events whose entry is on an earlier page. */
  private async shownBefore(events: readonly RecordedEvent[], before: bigint | null): Promise<string[]> {
    if (before === null || events.length === 0) return [];
    const ids = [...new Set(events.map(({ metadata }) => metadata.correlationId))];
    const shown: string[] = [];
    for (const [id, counts] of await this.countsOf(ids)) {
      if (counts.every(({ last }) => last < before)) continue;
      const later = (await this.readOf(id, MAX_LISTED)).filter(({ position }) => position >= before);
      if ((await this.source.wanted(later)).includes(true)) shown.push(id);
    }

    return shown;
  }

  private async countsOf(correlationIds: readonly string[]): Promise<Map<string, CorrelatedCount[]>> {
    const counts = new Map<string, CorrelatedCount[]>();
    for (const count of await this.streams.log.countCorrelated(correlationIds, LISTED_TYPES))
      counts.set(count.correlationId, [...(counts.get(count.correlationId) ?? []), count]);

    return counts;
  }

  /** `met`: newest first. */
  private async begin(
    correlationId: string,
    met: readonly RecordedEvent[],
    all: readonly CorrelatedCount[],
  ): Promise<Begun> {
    const whole = this.counted(all);
    const total = sum(whole);
    const held = this.source.readsData ? whole : whole.filter((one) => this.source.holds({ ...one, data: null }));
    const isSized = held.some((one) => historyOf(one).size !== undefined);
    const here = met.filter((event) => this.source.holds(event));
    const missing = this.counted(here).length < sum(held);
    const read = missing
      ? await this.readOf(correlationId, isSized ? MAX_LISTED : MAX_OF_ENTRY, streamsOf(held))
      : here;
    const events = this.counted(read).toReversed();
    const count = this.source.readsData ? events.length : Math.max(sum(held), events.length);
    const counts = new Map<string, number>();
    for (const { type } of events) if (!counts.has(type)) counts.set(type, 0);
    for (const { type, count: of } of events.length < count ? held : events.map(({ type }) => ({ type, count: 1 })))
      counts.set(type, (counts.get(type) ?? 0) + of);

    return { events, count, counts, elsewhere: Math.max(0, total - count), lead: leadOf(events, count) };
  }

  /** Newest first. */
  private async readOf(correlationId: string, limit: number, streamPrefixes?: string[]): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    const filter = { types: LISTED_TYPES, streamPrefixes };
    for await (const event of this.streams.log.readAllBackwards({ correlationId, limit, filter })) {
      throwIfCallerLeft();
      if (isReadable(event) && this.source.holds(event)) events.push(event);
    }

    return events;
  }

  /** Without the records of an undo, which accompany its changes. */
  private counted<One extends { readonly stream: string; readonly type: string }>(all: readonly One[]): readonly One[] {
    const changes = all.filter((one) => !isUndoRecord(one));

    return changes.length === 0 ? all : changes;
  }

  private async entry(
    { events, count, counts, elsewhere }: Begun,
    lead: HistoryEntry['lead'],
    reverted: ReadonlySet<string>,
    narrator: Narrator,
  ): Promise<Omit<HistoryEntry, 'correlationId' | 'lead'>> {
    const newest = events.at(-1)!;
    const isWhole = events.length === count;
    const { metadata } = isWhole ? events[0]! : newest;
    const place = await narrator.placeOfAll(events);
    const facts: EntryFacts = {
      counts,
      events: events.map(decodeStored),
      isUndo: events.every((event) => event.metadata.reverts !== null),
      episode: this.source.isOfEpisode ? null : place.episode,
    };
    const single = events.filter(({ type }) => counts.get(type) === 1);
    const narrations = lead ? [] : await narrator.narrateAll(single);
    const sentences = new Map(single.map(({ type }, index) => [type, narrations[index]?.sentence ?? null]));
    const reason = events.findLast((event) => event.metadata.reason !== null)?.metadata.reason ?? null;

    return {
      eventId: newest.id,
      position: newest.position.toString(),
      at: newest.metadata.at,
      actor: this.reader.nameOf(metadata.actor),
      kind: count === 1 ? 'change' : kindOf(facts),
      sentence: lead?.sentence ?? entrySentence(facts, (type) => sentences.get(type) ?? null),
      reason: this.reader.seesReasons ? reason : null,
      count,
      elsewhere,
      undone: isWhole
        ? events.filter(({ id }) => (lead?.eventId === id ? lead.revertedBy : reverted.has(id))).length
        : null,
      undoableBy: undoableBy(events),
      link: place.link,
      podcastUuid: place.podcastUuid,
      episodeUuid: place.episodeUuid,
    };
  }
}

/** The only change that would have its own line in the live feed, or the only one at all. */
function leadOf(events: readonly RecordedEvent[], count: number): RecordedEvent | null {
  if (events.length < count) return null;
  const [first, second] = events.length === 1 ? events : events.filter(isNews);

  return first && !second ? first : null;
}

function undoableBy(events: readonly RecordedEvent[]): HistoryEntry['undoableBy'] {
  const undoable = events.filter((event) => typeof historyOf(event).inverse !== 'string');
  if (undoable.length === 0) return null;

  return undoable.some(({ stream }) => featureOf(stream)?.isForAnalysts) ? 'analyst' : 'admin';
}

/** Without the requests that were met only by events that are not wanted; in the order of those that are. */
const only = (met: ReadonlyMap<string, RecordedEvent[]>, begun: ReadonlyMap<string, bigint>) =>
  new Map([...begun.keys()].map((id) => [id, met.get(id)!]));

/** Undefined when there are too many to ask for by name. */
function streamsOf(counts: readonly CorrelatedCount[]): string[] | undefined {
  const streams = [...new Set(counts.map(({ stream }) => stream))];

  return streams.length > BATCH ? undefined : streams;
}

async function* batched(events: AsyncIterable<RecordedEvent>): AsyncGenerator<RecordedEvent[]> {
  let batch: RecordedEvent[] = [];
  for await (const event of events) {
    batch.push(event);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const sum = (counts: readonly CorrelatedCount[]): number => counts.reduce((all, { count }) => all + count, 0);
