import { Module } from '@nestjs/common';
import { VocabularyController } from './vocabulary.controller.ts';
import { VocabularyHandler } from './vocabulary.handler.ts';

@Module({
  controllers: [VocabularyController],
  providers: [VocabularyHandler],
  exports: [VocabularyHandler],
})
export class VocabularyModule {}
