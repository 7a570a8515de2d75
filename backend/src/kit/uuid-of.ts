import { AnyUuid, isUuid } from '@earmark/contracts/kit';
import type { z } from 'zod';
import { Rejected } from './rejected.ts';

/** A uuid from a path, in lower case. Throws Rejected `invalid` for anything else. */
export function uuidOf(value: string, what: string): string;
export function uuidOf<Id extends z.ZodType<string>>(value: string, what: string, Id: Id): z.output<Id>;
export function uuidOf(value: string, what: string, Id: z.ZodType<string> = AnyUuid): string {
  if (!isUuid(value)) throw new Rejected('invalid', `"${value.slice(0, 60)}" is not a valid ${what} uuid.`);

  return Id.parse(value.toLowerCase());
}
