import type { z } from 'zod';

/** What this device keeps under the key; null when there is nothing, or nothing that fits the schema. */
export function readStored<Schema extends z.ZodType>(key: string, schema: Schema): z.infer<Schema> | null {
  try {
    const text = localStorage.getItem(key);
    const parsed = schema.safeParse(text === null ? null : JSON.parse(text));

    return parsed.success ? parsed.data : null;
  } catch (error) {
    // The browser may keep nothing at all, and anybody may have written anything there.
    if (error instanceof DOMException || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Keeps the value on this device, where the browser keeps anything. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
