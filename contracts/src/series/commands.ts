import { Command } from '../kit/command.ts';
import type { SeriesFacts } from './events.ts';

/** Adds a series, or brings a known one up to date: importing twice changes nothing. */
export interface PutSeries {
  readonly seriesUuid: string;
  readonly feedUrl: string | null;
  readonly itunesId: number | null;
  readonly facts: SeriesFacts;
}

export class ChangeSeries extends Command<PutSeries> {}
