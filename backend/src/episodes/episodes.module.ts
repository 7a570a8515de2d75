import { Module } from '@nestjs/common';
import { EpisodeListController } from './episode-list.controller.ts';
import { ChangeEpisodeHandler } from './episodes.handler.ts';

@Module({
  controllers: [EpisodeListController],
  providers: [ChangeEpisodeHandler],
})
export class EpisodesModule {}
