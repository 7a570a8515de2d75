import { Module } from '@nestjs/common';
import { ImportPatternsHandler } from './import-patterns.handler.ts';
import { DuplicatesController } from './duplicates.controller.ts';
import { Duplicates } from './duplicate-pairs.ts';
import { HeldPatternsController } from './held-patterns.controller.ts';
import { HeldPatterns } from './held-patterns.ts';
import { MergingController } from './merging.controller.ts';
import { NoisyRows } from './noisy-rows.ts';
import { SplittingController } from './splitting.controller.ts';
import { VocabularyController } from './vocabulary.controller.ts';
import { ChangeVocabularyHandler } from './vocabulary.handler.ts';

@Module({
  controllers: [
    VocabularyController,
    MergingController,
    SplittingController,
    DuplicatesController,
    HeldPatternsController,
  ],
  providers: [Duplicates, HeldPatterns, NoisyRows, ChangeVocabularyHandler, ImportPatternsHandler],
  exports: [HeldPatterns, NoisyRows],
})
export class VocabularyModule {}
