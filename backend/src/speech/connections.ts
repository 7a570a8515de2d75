import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Agent } from 'undici';
import { patientAgent } from './service-http.ts';

/** The connections to services, which end with the application. */
@Injectable()
export class Connections implements OnApplicationShutdown {
  readonly agent: Agent;

  constructor(timeoutMs: number) {
    this.agent = patientAgent(timeoutMs);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }
}
