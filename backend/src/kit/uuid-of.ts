import { isUuid } from '@earmark/contracts/kit';
import { Rejected } from './rejected.ts';

/** The uuid of a path, in lower case. Throws Rejected `invalid` for anything else. */
export function uuidOf(value: string, what: string): string {
  if (!isUuid(value)) throw new Rejected('invalid', `"${value.slice(0, 60)}" is no ${what} uuid.`);

  return value.toLowerCase();
}
