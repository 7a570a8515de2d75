import { Module } from '@nestjs/common';
import { RecountChoices } from './recount-choices.ts';
import { Previews } from './previews.ts';
import { RecountCommand } from './recount.command.ts';
import { RecountProgress } from './recount-progress.ts';
import { RecountSummaries } from './recount-summaries.ts';
import { RecountsController } from './recounts.controller.ts';
import { ChangeRecountHandler, StartRecountHandler } from './recounts.handler.ts';
import { RecountsProcess } from './recounts.process.ts';

@Module({
  controllers: [RecountsController],
  providers: [
    StartRecountHandler,
    ChangeRecountHandler,
    RecountChoices,
    RecountsProcess,
    RecountSummaries,
    RecountProgress,
    Previews,
    RecountCommand,
  ],
  exports: [Previews],
})
export class RecountsModule {}
