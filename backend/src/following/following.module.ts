import { Module } from '@nestjs/common';
import { SeriesModule } from '../series/series.module.ts';
import { FeedCheckStore } from './feed-checks.store.ts';
import { FollowingController } from './following.controller.ts';
import { FollowingProcess } from './following.process.ts';
import { FollowCommand, RefreshCommand, UnfollowCommand } from './podcast-commands.ts';

/** Following podcasts: their feeds are read again, and what is new comes in. */
@Module({
  imports: [SeriesModule],
  controllers: [FollowingController],
  providers: [FeedCheckStore, FollowingProcess, FollowCommand, UnfollowCommand, RefreshCommand],
})
export class FollowingModule {}
