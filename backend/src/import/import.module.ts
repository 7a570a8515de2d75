import { Module } from '@nestjs/common';
import { ImportCommand } from './import.command.ts';

@Module({
  providers: [ImportCommand],
})
export class ImportModule {}
