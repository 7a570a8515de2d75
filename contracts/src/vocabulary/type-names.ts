import { KNOWN_ENTITY_TYPES } from './values.ts';

/** How the name of a category is kept: lower case, white space turned to underscores. */
export const typeName = (typed: string): string => typed.trim().toLowerCase().replace(/\s+/g, '_');

const PLURALS: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['companies', 'company'],
  ...KNOWN_ENTITY_TYPES.map(({ name }) => [`${name}s`, name] as const),
]);

/** The known category that this is the plural of, however it is spelled; null when it is of none. */
export const singularType = (typed: string): string | null => PLURALS.get(typeName(typed)) ?? null;
