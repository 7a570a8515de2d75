import { Module } from '@nestjs/common';
import { SampleLibrary } from './sample-library.ts';

@Module({
  providers: [SampleLibrary],
})
export class LibraryModule {}
