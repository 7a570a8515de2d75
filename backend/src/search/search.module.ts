import { Module } from '@nestjs/common';
import { EntityIndexController } from './entity-index.controller.ts';
import { SearchExportController } from './search-export.controller.ts';
import { SearchController } from './search.controller.ts';
import { Searches } from './searches.ts';

@Module({
  controllers: [SearchController, SearchExportController, EntityIndexController],
  providers: [Searches],
  exports: [Searches],
})
export class SearchModule {}
