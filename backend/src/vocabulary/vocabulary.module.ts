import { Module } from '@nestjs/common';
import { ImportPatternsHandler } from './import-patterns.handler.ts';
import { MergingController } from './merging.controller.ts';
import { VocabularyController } from './vocabulary.controller.ts';
import { ChangeVocabularyHandler } from './vocabulary.handler.ts';

@Module({
  controllers: [VocabularyController, MergingController],
  providers: [ChangeVocabularyHandler, ImportPatternsHandler],
})
export class VocabularyModule {}
