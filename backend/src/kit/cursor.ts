import type { z } from 'zod';
import { Rejected } from './rejected.ts';

/** The value of `after` for the page that follows the place with these keys. */
export const cursorOf = (keys: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(keys)).toString('base64url');

/** The keys that `after` names. `list`: as in "a list of episodes". Throws Rejected `invalid` for any other value. */
export function keysIn<Keys>(after: string, schema: z.ZodType<Keys>, list: string): Keys {
  const keys = schema.safeParse(parsedJson(Buffer.from(after, 'base64url').toString()));
  if (!keys.success) throw new Rejected('invalid', `The value of "after" does not come from ${list}.`);

  return keys.data;
}

/** Null when it is not JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
