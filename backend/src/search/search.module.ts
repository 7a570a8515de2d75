import { Module } from '@nestjs/common';
import { EntityIndexController } from './entity-index.controller.ts';
import { SearchController } from './search.controller.ts';
import { Searches } from './searches.ts';

@Module({
  controllers: [SearchController, EntityIndexController],
  providers: [Searches],
})
export class SearchModule {}
