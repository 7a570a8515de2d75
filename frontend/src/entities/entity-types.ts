import { KNOWN_ENTITY_TYPES, singularType, typeName } from '@earmark/contracts/vocabulary';
import type { EntityTypeView } from '@earmark/contracts/vocabulary';
import { useQuery } from '@tanstack/react-query';
import { entityTypes } from '../vocabulary/vocabulary.api.ts';
import type { EntityFields } from './entity-draft.ts';

export type TypeOption = Pick<EntityTypeView, 'name' | 'displayName' | 'iconName' | 'colorClass'>;

/**
 * The categories to choose from: those of the site plus any that occur only in the list; the built-in ones until they are
 * loaded.
 */
export function useTypeOptions(listed: readonly EntityFields[]): readonly TypeOption[] {
  const { data = KNOWN_ENTITY_TYPES } = useQuery(entityTypes);
  const options = new Map<string, TypeOption>();
  for (const { type, iconName, colorClass } of listed)
    options.set(typeName(type), { name: type, displayName: type.replaceAll('_', ' '), iconName, colorClass });
  for (const type of data) options.set(type.name, type);

  return [...options.values()].toSorted((one, other) => one.displayName.localeCompare(other.displayName));
}

/**
 * The category with that name in any spelling. A built-in category also matches its plural unless that is a category of its
 * own.
 */
export function findType(options: readonly TypeOption[], typed: string): TypeOption | null {
  const find = (wanted: string) => options.find(({ name }) => typeName(name) === wanted);
  const singular = singularType(typed);

  return find(typeName(typed)) ?? (singular === null ? undefined : find(singular)) ?? null;
}
