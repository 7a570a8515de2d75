import { expect, it } from '@jest/globals';
import { costOf } from './prices.ts';

const spent = { inputTokens: 100_000, outputTokens: 10_000 };

it('knows the price of the default model, dated or not', () => {
  expect(costOf({ provider: 'openai', model: 'gpt-5.6-luna', ...spent })).toBe(0.032);
  expect(costOf({ provider: 'openai', model: 'gpt-5.6-luna-2026-07-27', ...spent })).toBe(0.032);
});

it('claims no price that it does not know', () => {
  expect(costOf({ provider: 'openai', model: 'gpt-5.6-terra', ...spent })).toBeNull();
  expect(costOf({ provider: 'openai-compatible', model: 'gpt-5.6-luna', ...spent })).toBeNull();
});
