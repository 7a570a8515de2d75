import { Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Dispatcher } from 'undici';
import type { Config } from '../config.ts';
import { CONFIG } from '../kit/core.ts';
import { patientAgent } from '../kit/patient-agent.ts';
import { ModelIntegration } from './model-integration.ts';
import { Models } from './models.ts';

/** The connections to the model, which end with the application. */
@Injectable()
class ModelConnections implements OnApplicationShutdown {
  readonly agent: Dispatcher;

  constructor(@Inject(CONFIG) { LLM_TIMEOUT_MS }: Config) {
    this.agent = patientAgent(LLM_TIMEOUT_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }
}

@Module({
  providers: [
    ModelConnections,
    ModelIntegration,
    {
      provide: Models,
      inject: [CONFIG, ModelConnections],
      useFactory: (config: Config, { agent }: ModelConnections) => new Models(config, agent),
    },
  ],
  exports: [Models],
})
export class ModelsModule {}
