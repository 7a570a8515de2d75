import { z } from 'zod';
import { AnyUuid } from '../kit/uuid.ts';
import { DEFAULT_DISTANCE } from '../mentions/values.ts';

/** Of a category. */
export const EntityTypeId = AnyUuid.brand('EntityTypeId');
export type EntityTypeId = z.infer<typeof EntityTypeId>;

/** One per category and folded name, site-wide. */
export const EntityId = AnyUuid.brand('EntityId');
export type EntityId = z.infer<typeof EntityId>;

export const PatternId = AnyUuid.brand('PatternId');
export type PatternId = z.infer<typeof PatternId>;

export const SplitId = AnyUuid.brand('SplitId');
export type SplitId = z.infer<typeof SplitId>;

/** The pattern set and the version of the matching rule that find an episode's entities. */
export const Pin = z.object({
  /** Stream revision of vocabulary-main; -1 for the empty stream. */
  vocabularyRevision: z.number().int().min(-1),
  matcherVersion: z.number().int().min(1),
});
export type Pin = z.infer<typeof Pin>;

/** Words that must (`near`: one of them) or must not stand within `distance` words of an occurrence, as typed. */
export const PATTERN_CONTEXT = {
  near: z.array(z.string()).readonly(),
  notNear: z.array(z.string()).readonly(),
  distance: z.number().int().min(1),
} as const;
const typedWords = z
  .array(z.string().trim().min(1).max(100))
  .max(50, { error: 'it must have at most 50 words' })
  .optional();
/** As a person types it; left out: no context, in a change as it is. */
export const TYPED_CONTEXT = {
  near: typedWords,
  notNear: typedWords,
  distance: z.number().int().min(1).max(200).optional(),
} as const;
/** Of a pattern that counts wherever it occurs. */
export const NO_CONTEXT: Readonly<{ near: readonly string[]; notNear: readonly string[]; distance: number }> = {
  near: [],
  notNear: [],
  distance: DEFAULT_DISTANCE,
};

/** The categories that always exist. Their ids are UUIDv5(EARMARK_NAMESPACE, name). */
export const KNOWN_ENTITY_TYPES = [
  { name: 'person', displayName: 'Person', iconName: 'User', colorClass: 'bg-blue-100 text-blue-800' },
  { name: 'company', displayName: 'Company', iconName: 'Building', colorClass: 'bg-green-100 text-green-800' },
  { name: 'location', displayName: 'Location', iconName: 'MapPin', colorClass: 'bg-orange-100 text-orange-800' },
  { name: 'product', displayName: 'Product', iconName: 'Package', colorClass: 'bg-purple-100 text-purple-800' },
  { name: 'book', displayName: 'Book', iconName: 'Book', colorClass: 'bg-amber-100 text-amber-800' },
  { name: 'platform', displayName: 'Platform', iconName: 'Monitor', colorClass: 'bg-cyan-100 text-cyan-800' },
  { name: 'restaurant', displayName: 'Restaurant', iconName: 'Utensils', colorClass: 'bg-rose-100 text-rose-800' },
] as const;

export const DEFAULT_ICON_NAME = 'Package';
/** For a category created in the entity editor. */
export const DEFAULT_CUSTOM_ICON_NAME = 'Tag';
export const DEFAULT_COLOR_CLASS = 'bg-blue-100 text-blue-800';
