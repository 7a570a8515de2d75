import type { Outcome } from '@earmark/contracts/kit';
import { ChangeSeries } from '@earmark/contracts/series';
import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '../kit/commands.ts';
import { Streams } from '../kit/streams.ts';
import { series } from './series.decider.ts';

@CommandHandler(ChangeSeries)
export class ChangeSeriesHandler implements Handles<ChangeSeries> {
  constructor(private readonly streams: Streams) {}

  async execute({ command, context }: ChangeSeries): Promise<Outcome> {
    return this.streams.decide(series, command.seriesUuid, command, context);
  }
}
