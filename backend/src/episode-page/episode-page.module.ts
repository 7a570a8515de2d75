import { Module } from '@nestjs/common';
import { MomentsController } from './moments.controller.ts';
import { PastPages } from './past-pages.ts';
import { ReadingController } from './reading.controller.ts';

@Module({
  controllers: [ReadingController, MomentsController],
  providers: [PastPages],
})
export class EpisodePageModule {}
