import { accessSync, constants, statSync } from 'node:fs';
import { z } from 'zod';

/** Where a service is called, without a trailing slash. */
export const address = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
  .transform((url) => url.replace(/\/+$/, ''));
export const serviceUrl = (byDefault: string) => address.prefault(byDefault);

export const secret = z.string().trim().max(500).nullable().default(null);

export const whole = (what: string, least: number, most: number) => {
  const error = `must be a whole number of ${what}, ${least} to ${most}`;

  return z.coerce.number(error).int(error).min(least, error).max(most, error);
};

/** Whether a file that a setting names can be read. Whatever stands in the way, the answer is no. */
export function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);

    return !statSync(path).isDirectory();
  } catch {
    return false;
  }
}
