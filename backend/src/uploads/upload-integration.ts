import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Config } from '../config.ts';
import { CONFIG } from '../kit/core.ts';
import { Integrations } from '../kit/integrations.ts';
import { timeLimit } from '../kit/time-limit.ts';
import { AssistantIndex } from './assistant-index.ts';

const LONGEST_MS = 10_000;

/** The vector stores of OpenAI among the services outside. */
@Injectable()
export class UploadIntegration implements OnModuleInit {
  constructor(
    private readonly integrations: Integrations,
    private readonly index: AssistantIndex,
    @Inject(CONFIG) private readonly config: Pick<Config, 'OPENAI_API_KEY'>,
  ) {}

  onModuleInit(): void {
    this.integrations.add({
      service: 'openai-stores',
      name: 'OpenAI vector stores',
      purpose: 'Searches the transcripts that were uploaded for the assistant.',
      provider: this.index.name === 'openai' ? 'openai' : null,
      missing: this.config.OPENAI_API_KEY === null ? ['OPENAI_API_KEY'] : [],
      check: async () => {
        await this.index.stores.check(timeLimit(LONGEST_MS));

        return { reachable: true, message: 'It accepts the key and answers.' };
      },
    });
  }
}
