import { z } from 'zod';
import { address, secret, whole } from './setting-values.ts';

const CHOICES = ['auto', 'openai', 'openai-compatible', 'offline'] as const;
const CALLS = ['auto', 'responses', 'chat'] as const;
const choice = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, `must be one of ${words.join(', ')}`);

/** The language model that discovery and the assistant ask. */
export const modelSettings = {
  /** `auto`: the server at LLM_BASE_URL, else OpenAI when there is a key for it, else nothing outside. */
  LLM_PROVIDER: choice(CHOICES).default('auto'),
  LLM_BASE_URL: address.nullable().default(null),
  LLM_API_KEY: secret,
  /** Null: that of OpenAI, see DEFAULT_MODEL; other servers have none by default. */
  LLM_MODEL: z.string().trim().max(200).nullable().default(null),
  /** `auto`: Responses at OpenAI, Chat Completions elsewhere. */
  LLM_API: choice(CALLS).default('auto'),
  /** What the model reads and writes at once; null: 128,000 at OpenAI, 4,096 elsewhere. */
  LLM_CONTEXT_TOKENS: whole('tokens', 1000, 10_000_000).nullable().default(null),
  /** Parts of one transcript that are asked about at the same time. */
  LLM_CONCURRENCY: whole('calls', 1, 32).default(3),
  LLM_TIMEOUT_MS: whole('milliseconds', 100, 3_600_000).default(120_000),
};

interface ModelChoice {
  readonly LLM_PROVIDER: (typeof CHOICES)[number];
  readonly LLM_BASE_URL: string | null;
  readonly LLM_API_KEY: string | null;
  readonly OPENAI_API_KEY: string | null;
  readonly OPENAI_BASE_URL: string;
}

/** Who answers; `offline`: nobody outside. */
export function modelProviderOf(config: ModelChoice): Exclude<ModelChoice['LLM_PROVIDER'], 'auto'> {
  if (config.LLM_PROVIDER !== 'auto') return config.LLM_PROVIDER;
  if (config.LLM_BASE_URL !== null && config.LLM_BASE_URL !== config.OPENAI_BASE_URL) return 'openai-compatible';

  return config.OPENAI_API_KEY === null && config.LLM_API_KEY === null ? 'offline' : 'openai';
}
