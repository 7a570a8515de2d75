interface Price {
  /** US dollars for a million tokens. */
  readonly input: number;
  readonly output: number;
}

/**
 * Price list of OpenAI as of 20 November 2026, without the rebate for cached input. Only models of which both prices are
 * known; other servers have prices of their own, or none.
 */
const PRICES: Readonly<Record<string, Price>> = { 'gpt-5.6-luna': { input: 0.2, output: 1.2 } };

export interface Spent {
  readonly provider: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** In US dollars, to a hundredth of a cent; null when the price is not known. Dated models cost what the undated one does. */
export function costOf({ provider, model, inputTokens, outputTokens }: Spent): number | null {
  const price = provider === 'openai' ? PRICES[model.replace(/-\d{4}-\d{2}-\d{2}$/, '')] : undefined;
  if (price === undefined) return null;

  return Math.round(((inputTokens * price.input + outputTokens * price.output) / 1_000_000) * 10_000) / 10_000;
}
