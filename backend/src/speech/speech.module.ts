import { Module } from '@nestjs/common';
import type { Fetcher } from '../feeds/fetcher.ts';
import { FILE_STORE, type FileStore } from '../files/file-store.ts';
import { FilesModule } from '../files/files.module.ts';
import { FETCHER } from '../kit/core.ts';
import { Parsing } from '../kit/process/parsing.ts';
import { PublisherProvider } from './publisher.provider.ts';
import { SpeechChoices } from './speech-choices.ts';
import { TranscribeEpisodeHandler } from './transcribe-episode.handler.ts';

@Module({
  imports: [FilesModule],
  providers: [
    TranscribeEpisodeHandler,
    {
      provide: SpeechChoices,
      inject: [FETCHER, FILE_STORE, Parsing],
      useFactory: (fetcher: Fetcher, store: FileStore, parsing: Parsing) =>
        new SpeechChoices({ publisher: new PublisherProvider(fetcher, store, parsing) }),
    },
  ],
})
export class SpeechModule {}
