import { Module } from '@nestjs/common';
import { EntriesController } from './entries.controller.ts';
import { HistoryController } from './history.controller.ts';
import { HistoryHandler } from './history.handler.ts';
import { LiveFeed } from './live-feed.ts';
import { LiveFeedController } from './live-feed.controller.ts';
import { UndoProcess } from './undo.process.ts';

@Module({
  controllers: [LiveFeedController, EntriesController, HistoryController],
  providers: [HistoryHandler, LiveFeed, UndoProcess],
  exports: [LiveFeed],
})
export class HistoryModule {}
