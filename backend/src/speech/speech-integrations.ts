import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { SpeechProvider as SpeechProviderName } from '@earmark/contracts/speech';
import { FILE_STORE, type FileStore } from '../files/file-store.ts';
import { Integrations, type Integration } from '../kit/integrations.ts';
import { SpeechChoices } from './speech-choices.ts';

type Service = Exclude<SpeechProviderName, 'publisher'>;
const NAMES: Readonly<Record<Service, string>> = {
  openai: 'OpenAI transcription',
  'openai-compatible': 'OpenAI-compatible transcription',
  replicate: 'Replicate WhisperX',
  deepgram: 'Deepgram',
  assemblyai: 'AssemblyAI',
};

/** Services that transcribe, and the store of their answers, among the services outside. */
@Injectable()
export class SpeechIntegrations implements OnModuleInit {
  constructor(
    private readonly integrations: Integrations,
    private readonly choices: SpeechChoices,
    @Inject(FILE_STORE) private readonly store: FileStore,
  ) {}

  onModuleInit(): void {
    const services = Object.keys(NAMES) as Service[];
    this.integrations.add(...services.map((name) => this.of(name)), {
      service: 'files',
      name: 'Stored files',
      purpose: `Keeps the answers of services that transcribe, in ${this.store.place}.`,
      provider: null,
      missing: [],
      check: async () => {
        await this.store.check();
        return { reachable: true, message: `Files can be stored in ${this.store.place}.` };
      },
    });
  }

  private of(name: Service): Integration {
    const provider = this.choices.providers[name];

    return {
      service: `speech-${name}`,
      name: NAMES[name],
      purpose: 'Transcribes the audio of episodes.',
      provider: name === this.choices.byDefault ? name : null,
      missing: provider.missing,
      check: async () => ({ reachable: true, message: await provider.check() }),
    };
  }
}
