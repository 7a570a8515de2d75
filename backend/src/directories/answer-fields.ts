import { z } from 'zod';

/*
 * Fields of answers that may be missing. One of an unexpected kind counts as missing, so that it hides no other.
 */
export const Text = z.string().nullish().catch(null);
export const Whole = z.number().transform(Math.trunc).nullish().catch(null);
export const Flag = z.boolean().nullish().catch(null);
