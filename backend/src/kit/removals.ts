import { EpisodeRemoved, EpisodeRestored } from '@earmark/contracts/episodes';
import { SeriesRemoved, SeriesRestored } from '@earmark/contracts/series';
import type { EventLog, RecordedEvent } from '@earmark/projections/event-log';
import { Rejected } from './rejected.ts';
import { StateCache } from './state-cache.ts';

/** Types of the events that remove and restore podcasts and episodes. */
export const REMOVALS: readonly string[] = [SeriesRemoved, SeriesRestored, EpisodeRemoved, EpisodeRestored].map(
  ({ type }) => type,
);

/** Nothing can be read or changed while it is removed. `name`: of the podcast or episode. */
export const removed = (what: 'series' | 'episode', name: string): Rejected =>
  new Rejected(`${what}-removed`, `“${name}” was removed. An admin can undo that.`);

interface Typed {
  readonly type: string;
}

/** Whether the event removes or restores a podcast or an episode. */
export const isRemoval = ({ type }: Typed): boolean => REMOVALS.includes(type);

/** The events that removed and restored the podcast or episode of a stream, which is short: it has no texts of transcripts. */
export async function removalsIn(log: EventLog, stream: string): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  for await (const event of log.readStream(stream)) if (isRemoval(event)) found.push(event);

  return found;
}

/** Whether the podcast or episode of the stream is removed. Each use reads only the newer part of the stream. */
export async function isRemoved(log: EventLog, stream: string): Promise<boolean> {
  const known = standings.get(log) ?? new StateCache(STANDINGS_BYTES);
  standings.set(log, known);
  const before = known.get<boolean>(stream);
  let [state, revision] = [before?.state ?? false, before?.revision ?? -1];
  for await (const event of log.readStream(stream, { from: revision + 1 })) {
    revision = event.revision;
    if (isRemoval(event)) state = removes(event);
  }
  known.put(stream, { state, revision }, STANDING_BYTES);

  return state;
}

const STANDINGS_BYTES = 2 * 1024 * 1024;
/** The rough size of one entry, in bytes. */
const STANDING_BYTES = 300;
const standings = new WeakMap<EventLog, StateCache>();

const removes = ({ type }: Typed): boolean => type === SeriesRemoved.type || type === EpisodeRemoved.type;

/** Whether an episode is removed, by itself or with its podcast, after the removals that it has taken in log order. */
export class RemovalFold {
  private byItself = false;
  private withPodcast = false;

  get isRemoved(): boolean {
    return this.byItself || this.withPodcast;
  }

  take({ type }: Typed): void {
    if (type === SeriesRemoved.type || type === SeriesRestored.type) this.withPodcast = type === SeriesRemoved.type;
    if (type === EpisodeRemoved.type || type === EpisodeRestored.type) this.byItself = type === EpisodeRemoved.type;
  }
}
