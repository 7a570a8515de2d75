import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Dispatcher } from 'undici';
import { patientAgent } from '../kit/patient-agent.ts';

/** The connections to services, which end with the application. */
@Injectable()
export class Connections implements OnApplicationShutdown {
  readonly agent: Dispatcher;

  constructor(timeoutMs: number) {
    this.agent = patientAgent(timeoutMs);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }
}
