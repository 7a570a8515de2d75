import type { Dispatcher } from 'undici';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { Rejected } from '../kit/rejected.ts';
import { timeLimit } from '../kit/time-limit.ts';
import { modelProviderOf } from '../model-settings.ts';
import { jsonOf } from '../speech/speech-errors.ts';
import { ChatCalls } from './chat.model.ts';
import type { LanguageModel } from './language-model.ts';
import { ModelClient } from './model-client.ts';
import { ResponsesCalls } from './responses.model.ts';

export const DEFAULT_MODEL = 'gpt-5.6-luna';
const CHECK_MS = 10_000;

const ModelList = z.object({
  data: z.array(z.object({ id: z.string(), shutdown_date: z.string().nullish() })),
});

/** Which language model is asked, if any. */
export class Models {
  readonly provider: ReturnType<typeof modelProviderOf>;
  /** Environment variables that must be set before it can be asked. */
  readonly missing: readonly string[];
  private readonly model: LanguageModel | null;

  constructor(config: Config, agent: Dispatcher) {
    this.provider = modelProviderOf(config);
    this.missing = this.provider === 'offline' ? [] : missingOf(config, this.provider);
    this.model = this.provider === 'offline' || this.missing.length > 0 ? null : modelOf(config, this.provider, agent);
  }

  /** Null: no service is configured. Throws Rejected `not-configured` when one was chosen without its settings. */
  get current(): LanguageModel | null {
    const { missing } = this;
    if (missing.length > 0)
      throw new Rejected('not-configured', `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set.`);

    return this.model;
  }
}

type Provider = LanguageModel['provider'];

/** The key of OpenAI goes to OpenAI only. */
const isOpenAi = ({ LLM_BASE_URL: url, OPENAI_BASE_URL }: Config): boolean => url === null || url === OPENAI_BASE_URL;

function missingOf(config: Config, provider: Provider): string[] {
  const { LLM_API_KEY, OPENAI_API_KEY, LLM_BASE_URL, LLM_MODEL } = config;
  if (provider === 'openai-compatible')
    return [...(LLM_BASE_URL === null ? ['LLM_BASE_URL'] : []), ...(LLM_MODEL === null ? ['LLM_MODEL'] : [])];
  if (LLM_API_KEY !== null || (OPENAI_API_KEY !== null && isOpenAi(config))) return [];

  return [isOpenAi(config) ? 'OPENAI_API_KEY' : 'LLM_API_KEY'];
}

function modelOf(config: Config, provider: Provider, agent: Dispatcher): LanguageModel {
  const usesOpenAiKey = config.LLM_API_KEY === null && provider === 'openai';
  const key = usesOpenAiKey ? config.OPENAI_API_KEY : config.LLM_API_KEY;
  const baseUrl = config.LLM_BASE_URL ?? config.OPENAI_BASE_URL;
  const model = config.LLM_MODEL ?? DEFAULT_MODEL;
  const words = {
    model,
    keySetting: usesOpenAiKey ? 'OPENAI_API_KEY' : 'LLM_API_KEY',
    timeoutMs: config.LLM_TIMEOUT_MS,
    secrets: [config.LLM_API_KEY, config.OPENAI_API_KEY],
  };
  const client = new ModelClient({ baseUrl, key }, words, agent);
  const api = config.LLM_API === 'auto' ? (provider === 'openai' ? 'responses' : 'chat') : config.LLM_API;
  const calls =
    api === 'responses'
      ? new ResponsesCalls(client, model)
      : new ChatCalls(client, model, provider === 'openai' ? 'max_completion_tokens' : 'max_tokens');

  return {
    provider,
    model,
    contextTokens: config.LLM_CONTEXT_TOKENS ?? (provider === 'openai' ? 128_000 : 4096),
    atOnce: config.LLM_CONCURRENCY,
    structured: async (order) => calls.structured(order),
    text: (order) => calls.text(order),
    check: async () => checked(client, model),
  };
}

async function checked(client: ModelClient, model: string): Promise<string> {
  const list = await client.failing(timeLimit(CHECK_MS), async (signal) => {
    const response = await client.openai.models.list({ signal }).asResponse();

    return ModelList.safeParse(jsonOf(await response.text())).data?.data ?? [];
  });
  const found = list.find(({ id }) => id === model || id === `${model}:latest`);
  if (!found) return `It answers, but does not list the model ${model}. Check LLM_MODEL.`;
  const ends = found.shutdown_date ?? null;

  return `It accepts the key and has the model ${model}${ends === null ? '.' : `, which ends on ${ends}.`}`;
}
