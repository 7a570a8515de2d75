import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Integrations } from '../kit/integrations.ts';
import { Models } from './models.ts';

/** The language model among the services outside. */
@Injectable()
export class ModelIntegration implements OnModuleInit {
  constructor(
    private readonly integrations: Integrations,
    private readonly models: Models,
  ) {}

  onModuleInit(): void {
    const { provider, missing } = this.models;
    this.integrations.add({
      service: 'language-model',
      name: 'Language model',
      purpose: 'Finds entities in transcripts and answers questions.',
      provider,
      missing,
      check: async () => {
        const model = this.models.current;
        if (model === null)
          return { reachable: null, message: 'No AI service is configured; what is built in does the work.' };

        return { reachable: true, message: await model.check() };
      },
    });
  }
}
