import type { z } from 'zod';
import { jsonOf } from '../speech/speech-errors.ts';
import type { ModelUsage, StructuredAnswer } from './language-model.ts';
import { UnusableAnswer } from './model-errors.ts';

/** What a model wrote, in the shape that was asked for. Throws UnusableAnswer. */
export function structuredText<Value>(
  text: string,
  schema: z.ZodType<Value>,
  usage: ModelUsage,
): StructuredAnswer<Value> {
  if (text.trim() === '') throw new UnusableAnswer('empty', usage);
  const json = jsonOf(withoutFence(text));
  if (json === undefined) throw new UnusableAnswer('invalid-json', usage);
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new UnusableAnswer('wrong-shape', usage);

  return { parsed: parsed.data, ...usage };
}

/** Models of local servers like to put JSON into a block of Markdown. */
const withoutFence = (text: string): string => /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/.exec(text)?.[1] ?? text;
