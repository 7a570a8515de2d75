import { KNOWN_ENTITY_TYPES } from './values.ts';

/** The name of a category as stored: lower case, white space replaced by underscores. */
export const typeName = (typed: string): string => typed.trim().toLowerCase().replace(/\s+/g, '_');

const PLURALS: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['companies', 'company'],
  ...KNOWN_ENTITY_TYPES.map(({ name }) => [`${name}s`, name] as const),
]);

/** The known category that this is the plural of, however spelled; null when there is none. */
export const singularType = (typed: string): string | null => PLURALS.get(typeName(typed)) ?? null;
