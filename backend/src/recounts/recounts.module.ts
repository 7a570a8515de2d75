import { Module } from '@nestjs/common';
import { RecountCommand } from './recount.command.ts';
import { RecountsController } from './recounts.controller.ts';
import { RecountsHandler } from './recounts.handler.ts';

@Module({
  controllers: [RecountsController],
  providers: [RecountsHandler, RecountCommand],
})
export class RecountsModule {}
