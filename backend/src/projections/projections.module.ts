import { Module } from '@nestjs/common';
import { MovingProjections } from './moving-projections.ts';
import { ProjectionsController } from './projections.controller.ts';
import { RebuildCommand } from './rebuild.command.ts';
import { VerifyCommand } from './verify.command.ts';

@Module({
  controllers: [ProjectionsController],
  providers: [MovingProjections, RebuildCommand, VerifyCommand],
  exports: [MovingProjections],
})
export class ProjectionsModule {}
