import { Module } from '@nestjs/common';
import { VocabularyModule } from '../vocabulary/vocabulary.module.ts';
import { ImportCommand } from './import.command.ts';

@Module({
  imports: [VocabularyModule],
  providers: [ImportCommand],
})
export class ImportModule {}
