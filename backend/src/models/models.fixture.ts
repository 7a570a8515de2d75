import type { Dispatcher } from 'undici';
import { readConfig } from '../config.ts';
import { Rejected } from '../kit/rejected.ts';
import { patientAgent } from '../kit/patient-agent.ts';
import { openStubs, type Stubs } from '../testing/stubs/stubs.ts';
import type { LanguageModel, ModelOrder } from './language-model.ts';
import { Models } from './models.ts';

export interface ModelTools {
  readonly stubs: Stubs;
  /** With a key of OpenAI, and a time-out for tests. */
  models(settings?: Record<string, string>): Models;
  model(settings?: Record<string, string>): LanguageModel;
  close(): Promise<void>;
}

export const STUB_KEY = 'sk-model-0123456789';

export async function openModels(): Promise<ModelTools> {
  const stubs = await openStubs();
  const agents: Dispatcher[] = [];
  const models = (settings: Record<string, string> = {}) => {
    const environment = { ...stubs.environment, LLM_API_KEY: STUB_KEY, LLM_TIMEOUT_MS: '2000', ...settings };
    const config = readConfig(environment);
    const agent = patientAgent(config.LLM_TIMEOUT_MS);
    agents.push(agent);

    return new Models(config, agent);
  };

  return {
    stubs,
    models,
    model: (settings) => {
      const model = models(settings).current;
      if (model === null) throw new Error('no model is configured');

      return model;
    },
    close: async () => {
      for (const agent of agents) await agent.destroy();
      await stubs.close();
    },
  };
}

export const modelOrder = (given: Partial<ModelOrder> = {}): ModelOrder => ({
  instructions: 'List the names.',
  input: '#0 [0:00] Ann: We met Naval Ravikant.',
  maxOutputTokens: 500,
  signal: new AbortController().signal,
  ...given,
});

/** How the work was refused. */
export async function refusedWith(work: Promise<unknown>): Promise<Pick<Rejected, 'code' | 'message' | 'extra'>> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof Rejected)) throw new Error('it was not refused', { cause: error });
  const { code, message, extra } = error;

  return { code, message, extra };
}
