import { z } from 'zod';

/** A name that an import held back, until somebody adds or drops it. */
export const HeldPattern = z.object({
  id: z.string(),
  name: z.string(),
  /** Name of its category, as the file has it. */
  type: z.string(),
  /** Null: the entity that has the name. */
  entity: z.string().nullable(),
  caseSensitive: z.boolean(),
  wholeWord: z.boolean(),
  /** What it would have found at the import. */
  mentions: z.number().int(),
  /** What the texts say, in a sentence. */
  says: z.string(),
  /** The options of the best proposal; null when the proposal is to leave the name out. */
  quieter: z.object({ caseSensitive: z.boolean(), wholeWord: z.boolean(), near: z.array(z.string()) }).nullable(),
  heldAt: z.iso.datetime(),
});
export type HeldPattern = z.infer<typeof HeldPattern>;

/** Those with the most mentions first, 50 a page; `next` is the value for `after`. */
export const HeldPatternPage = z.object({
  patterns: z.array(HeldPattern),
  total: z.number().int(),
  next: z.number().int().nullable(),
});
export type HeldPatternPage = z.infer<typeof HeldPatternPage>;

/** Adds a held name with the proposed options, or with those of the file. */
export const AddHeldRequest = z.object({ isQuieter: z.boolean() });
