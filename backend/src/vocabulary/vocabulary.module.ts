import { Module } from '@nestjs/common';
import { ImportPatternsHandler } from './import-patterns.handler.ts';
import { VocabularyController } from './vocabulary.controller.ts';
import { ChangeVocabularyHandler } from './vocabulary.handler.ts';

@Module({
  controllers: [VocabularyController],
  providers: [ChangeVocabularyHandler, ImportPatternsHandler],
})
export class VocabularyModule {}
