import { Module } from '@nestjs/common';
import { Editing } from './editing.ts';
import { EditingController } from './editing.controller.ts';
import { EntityLists } from './entity-lists.ts';
import { MomentsController } from './moments.controller.ts';
import { PastPages } from './past-pages.ts';
import { ReadingController } from './reading.controller.ts';

@Module({
  controllers: [ReadingController, MomentsController, EditingController],
  providers: [PastPages, EntityLists, Editing],
})
export class EpisodePageModule {}
