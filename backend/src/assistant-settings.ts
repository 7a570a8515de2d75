import { z } from 'zod';
import { whole } from './setting-values.ts';

const CHOICES = ['auto', 'openai', 'model', 'offline'] as const;
const COST = 'must be an amount in US dollars, such as 10';

export const assistantSettings = {
  ASSISTANT_SLUG: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'may contain a–z, 0–9 and hyphens')
    .default('earmark'),
  /** `auto`: OpenAI when there is a key for it, else the built-in search. `model`: our passages, and the model of LLM_…. */
  ASSISTANT_PROVIDER: z.enum(CHOICES, `must be one of ${CHOICES.join(', ')}`).default('auto'),
  /** Of OpenAI, when it answers from its vector store. */
  ASSISTANT_MODEL: z.string().trim().max(200).default('gpt-5.6-luna'),
  /** Of one question to an AI service. */
  ASSISTANT_TIMEOUT_MS: whole('milliseconds', 100, 600_000).default(60_000),
  /** Questions of one address in a day (UTC); accounts five times as many. */
  ASSISTANT_DAILY_LIMIT: whole('questions', 1, 1_000_000).default(200),
  /** What AI services may cost in a day, in US dollars; one address a tenth of it, one account a half. */
  ASSISTANT_DAILY_COST: z.coerce.number(COST).min(0, COST).max(1_000_000, COST).default(10),
};
