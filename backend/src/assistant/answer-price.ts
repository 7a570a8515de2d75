import type { ModelUsage } from '../models/language-model.ts';

interface Price {
  /** US dollars for a million tokens. */
  readonly input: number;
  readonly output: number;
}

/** By the beginning of the model's name. */
const PRICES: readonly (readonly [model: string, price: Price])[] = [['gpt-5.6-luna', { input: 0.2, output: 1.2 }]];
/** Of a model whose price we do not know: rather too much, since it only serves a limit. */
const UNKNOWN: Price = { input: 2, output: 10 };

/** About what an answer has cost, in US dollars; null: the operator's own server, which costs nothing per answer. */
export function usdOf(provider: 'openai' | 'openai-compatible', usage: ModelUsage): number | null {
  if (provider === 'openai-compatible') return null;
  const price = PRICES.find(([model]) => usage.model.startsWith(model))?.[1] ?? UNKNOWN;

  return (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1_000_000;
}
