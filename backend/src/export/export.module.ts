import { Module } from '@nestjs/common';
import { ExportCommand } from './export.command.ts';
import { ExportController } from './export.controller.ts';

@Module({
  controllers: [ExportController],
  providers: [ExportCommand],
})
export class ExportModule {}
