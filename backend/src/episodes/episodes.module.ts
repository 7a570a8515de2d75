import { Module } from '@nestjs/common';
import { DescriptionController } from './description.controller.ts';
import { EpisodeListController } from './episode-list.controller.ts';
import { EpisodesHandler } from './episodes.handler.ts';

@Module({
  controllers: [EpisodeListController, DescriptionController],
  providers: [EpisodesHandler],
})
export class EpisodesModule {}
