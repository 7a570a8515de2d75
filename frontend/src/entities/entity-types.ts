import { KNOWN_ENTITY_TYPES, singularType, typeName } from '@earmark/contracts/vocabulary';
import type { EntityTypeView } from '@earmark/contracts/vocabulary';
import { useQuery } from '@tanstack/react-query';
import { entityTypes } from '../vocabulary/vocabulary.api.ts';
import type { EntityFields } from './entity-draft.ts';

export type TypeOption = Pick<EntityTypeView, 'name' | 'displayName' | 'iconName' | 'colorClass'>;

/** The categories to choose from: those of the site, and those that are in the list only; the known ones until they are read. */
export function useTypeOptions(listed: readonly EntityFields[]): readonly TypeOption[] {
  const { data = KNOWN_ENTITY_TYPES } = useQuery(entityTypes);
  const options = new Map<string, TypeOption>();
  for (const { type, iconName, colorClass } of listed)
    options.set(typeName(type), { name: type, displayName: type.replaceAll('_', ' '), iconName, colorClass });
  for (const type of data) options.set(type.name, type);

  return [...options.values()].toSorted((one, other) => one.displayName.localeCompare(other.displayName));
}

/** The category of that name, however it is spelled; a known one also in the plural, unless there is one of that very name. */
export function findType(options: readonly TypeOption[], typed: string): TypeOption | null {
  const find = (wanted: string) => options.find(({ name }) => typeName(name) === wanted);
  const singular = singularType(typed);

  return find(typeName(typed)) ?? (singular === null ? undefined : find(singular)) ?? null;
}
