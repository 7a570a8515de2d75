import { Module } from '@nestjs/common';
import { RecountsController } from './recounts.controller.ts';
import { RecountsHandler } from './recounts.handler.ts';

@Module({
  controllers: [RecountsController],
  providers: [RecountsHandler],
})
export class RecountsModule {}
