import { Module } from '@nestjs/common';
import { ImportPatternsHandler } from './import-patterns.handler.ts';
import { DuplicatesController } from './duplicates.controller.ts';
import { Duplicates } from './duplicate-pairs.ts';
import { MergingController } from './merging.controller.ts';
import { SplittingController } from './splitting.controller.ts';
import { VocabularyController } from './vocabulary.controller.ts';
import { ChangeVocabularyHandler } from './vocabulary.handler.ts';

@Module({
  controllers: [VocabularyController, MergingController, SplittingController, DuplicatesController],
  providers: [Duplicates, ChangeVocabularyHandler, ImportPatternsHandler],
})
export class VocabularyModule {}
