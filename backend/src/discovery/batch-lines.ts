import { discoveryBatchEvents, type BatchLine } from '@earmark/contracts/discovery';
import { eventDecoder } from '@earmark/contracts/kit';
import type { RecordedEvent } from '@earmark/projections/event-log';
import type { z } from 'zod';

type Line = z.infer<typeof BatchLine>;

const decode = eventDecoder(discoveryBatchEvents);

/** The output of a batch, from its events in order. */
export class BatchLines {
  private total = 0;
  private successful = 0;
  private failed = 0;

  constructor(
    /** Titles of episodes, by uuid. */
    private readonly titles: ReadonlyMap<string, string>,
  ) {}

  /** The lines of the next event. */
  take(recorded: RecordedEvent): Line[] {
    const event = decode(recorded);
    const { at: timestamp } = recorded.metadata;
    const log = (level: 'info' | 'warn' | 'error', message: string, episodeUuid: string | null): Line => ({
      type: 'log',
      level,
      message,
      episodeUuid,
      timestamp,
    });
    switch (event.type) {
      case 'DiscoveryBatchStarted': {
        const { length } = event.data.episodeUuids;
        this.total = length;
        return [
          log('info', `Searching ${length === 1 ? 'one episode' : `${length} episodes`} for entities.`, null),
          this.progress(null),
        ];
      }
      case 'EpisodeDiscoveryStarted':
        return [log('info', `${this.titleOf(event.data.episodeUuid)}: searching.`, event.data.episodeUuid)];
      case 'DiscoveryLogged': {
        const { level, message, episodeUuid } = event.data;
        return [log(level, episodeUuid === null ? message : `${this.titleOf(episodeUuid)}: ${message}`, episodeUuid)];
      }
      case 'EpisodeDiscoveryCompleted':
        this.successful++;
        return [this.progress(event.data.episodeUuid)];
      case 'EpisodeDiscoveryFailed': {
        const { episodeUuid, message } = event.data;
        this.failed++;
        return [log('error', `${this.titleOf(episodeUuid)}: ${message}`, episodeUuid), this.progress(episodeUuid)];
      }
      case 'DiscoveryBatchFinished': {
        const { outcome } = event.data;
        const rest = this.total - this.successful - this.failed;
        if (outcome === 'refused') this.failed += rest;
        const { total, successful, failed } = this;
        const lines: Line[] = [{ type: 'complete', outcome, results: { total, successful, failed } }];
        if (outcome === 'completed') return lines;
        const why = outcome === 'refused' ? 'The AI service refused the request' : 'The batch was cancelled';
        const skipped = rest === 1 ? 'one episode was not searched' : `${rest} episodes were not searched`;
        return [
          log(outcome === 'refused' ? 'error' : 'warn', `${why}; ${skipped}.`, null),
          this.progress(null),
          ...lines,
        ];
      }
    }
  }

  private progress(episodeUuid: string | null): Line {
    const { total, successful, failed } = this;

    return { type: 'progress', completed: successful + failed, total, successful, failed, episodeUuid };
  }

  private titleOf(episodeUuid: string): string {
    return this.titles.get(episodeUuid) ?? 'An episode';
  }
}
