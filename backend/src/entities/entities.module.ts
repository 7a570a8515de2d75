import { Module } from '@nestjs/common';
import { EntitiesController } from './entities.controller.ts';
import { EntitiesHandler } from './entities.handler.ts';
import { EntityPageController } from './entity-page.controller.ts';

@Module({
  controllers: [EntitiesController, EntityPageController],
  providers: [EntitiesHandler],
})
export class EntitiesModule {}
