import { Module } from '@nestjs/common';
import type { Config } from '../config.ts';
import type { Fetcher } from '../feeds/fetcher.ts';
import { FILE_STORE, type FileStore } from '../files/file-store.ts';
import { FilesModule } from '../files/files.module.ts';
import { CONFIG, FETCHER } from '../kit/core.ts';
import { Parsing } from '../kit/process/parsing.ts';
import { AudioFolder } from './audio/audio-folder.ts';
import { Connections } from './connections.ts';
import { ReplicateWebhookController } from './replicate-webhook.controller.ts';
import { SpeechIntegrations } from './speech-integrations.ts';
import { audioFolderOf, speechProviders } from './speech-providers.ts';
import { SpeechChoices } from './speech-choices.ts';
import { TranscribeEpisodeHandler } from './transcribe-episode.handler.ts';

@Module({
  imports: [FilesModule],
  controllers: [ReplicateWebhookController],
  providers: [
    TranscribeEpisodeHandler,
    SpeechIntegrations,
    {
      provide: AudioFolder,
      inject: [CONFIG, FETCHER],
      useFactory: audioFolderOf,
    },
    {
      provide: Connections,
      inject: [CONFIG],
      useFactory: ({ STT_TIMEOUT_MS }: Config) => new Connections(STT_TIMEOUT_MS),
    },
    {
      provide: SpeechChoices,
      inject: [CONFIG, FETCHER, FILE_STORE, Parsing, AudioFolder, Connections],
      useFactory: (
        config: Config,
        fetcher: Fetcher,
        store: FileStore,
        parsing: Parsing,
        audio: AudioFolder,
        { agent }: Connections,
      ) => new SpeechChoices(config, speechProviders({ config, fetcher, store, parsing, audio, agent })),
    },
  ],
})
export class SpeechModule {}
