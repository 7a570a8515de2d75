import { Module } from '@nestjs/common';
import { RefreshEntitiesHandler, SaveEntitiesHandler } from './entities.handler.ts';
import { EntityPageController } from './entity-page.controller.ts';

@Module({
  controllers: [EntityPageController],
  providers: [RefreshEntitiesHandler, SaveEntitiesHandler],
})
export class EntitiesModule {}
