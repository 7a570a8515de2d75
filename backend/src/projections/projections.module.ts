import { Module } from '@nestjs/common';
import { ProjectionsController } from './projections.controller.ts';

@Module({
  controllers: [ProjectionsController],
})
export class ProjectionsModule {}
