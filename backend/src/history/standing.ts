import { EpisodeUuid } from '@earmark/contracts/episodes';
import type { RecordedEvent } from '@earmark/projections/event-log';
import { episode } from '../episodes/episode.decider.ts';
import type { StoredEvent } from '../kit/history/event-history.ts';
import { isRemoval, isRemoved } from '../kit/removals.ts';
import type { Streams } from '../kit/streams.ts';
import { featureOf } from './histories.ts';

/** Why an event cannot be undone although its own stream would allow it. */
export const REMOVED = 'It was removed. Undo its removal first.';

/** Which podcasts and episodes are removed, as some events are undone one after the other. By stream. */
export class Standing {
  private readonly removed = new Map<string, boolean>();
  /** By stream of an episode. */
  private readonly seriesOf = new Map<string, string>();

  private constructor(private readonly streams: Streams) {}

  /** For the undo of these events. */
  static async of(streams: Streams, events: readonly RecordedEvent[]): Promise<Standing> {
    const standing = new Standing(streams);
    for (const subject of new Set(events.map(({ stream }) => subjectOf(stream))))
      if (subject !== null) await standing.load(subject);

    return standing;
  }

  /** Whether nothing can be undone there but a removal or its undo. */
  refuses({ stream, type }: { readonly stream: string; readonly type: string }): boolean {
    const subject = subjectOf(stream);
    if (subject === null) return false;
    const series = this.seriesOf.get(subject);
    const isGone = this.removed.get(subject) === true && !isRemoval({ type });

    return isGone || (series !== undefined && this.removed.get(series) === true);
  }

  /** An event that undoes another one. */
  take(stream: string, { type }: StoredEvent): void {
    if (isRemoval({ type })) this.removed.set(stream, type.endsWith('Removed'));
  }

  private async load(subject: string): Promise<void> {
    if (this.removed.has(subject)) return;
    const { log } = this.streams;
    this.removed.set(subject, await isRemoved(log, subject));
    if (subject.startsWith('series-')) return;
    const { seriesUuid } = (await this.streams.read(episode, EpisodeUuid.parse(subject.slice('episode-'.length))))
      .state;
    if (seriesUuid === null) return;
    const series = `series-${seriesUuid}`;
    this.seriesOf.set(subject, series);
    await this.load(series);
  }
}

/** The stream of the podcast or episode that a stream is about. */
function subjectOf(stream: string): string | null {
  const subject = featureOf(stream)?.subject;
  if (subject === 'podcast') return stream;

  return subject === 'episode' ? stream.replace(/^[^-]+/, 'episode') : null;
}
