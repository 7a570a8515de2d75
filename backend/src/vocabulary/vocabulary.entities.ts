import { slugBase } from '@earmark/contracts/kit';
import { foldName } from '@earmark/contracts/mentions';
import {
  CreateEntityTypeRequest,
  NO_CONTEXT,
  singularType,
  typeName,
  type EntityId,
  type EntityTypeId,
  type PatternId,
  type VocabularyEvent,
} from '@earmark/contracts/vocabulary';
import { Rejected } from '../kit/rejected.ts';
import { keyOf, linked, ownerOf, typeId, type VocabularyState } from './vocabulary-state.ts';
import { typeCreated } from './vocabulary.decider.ts';

/** An entity as a person names it in an episode. */
export interface TypedEntity {
  readonly name: string;
  /** The name of its category, which is created with this icon and colour when it does not exist. */
  readonly category: string;
  readonly iconName: string;
  readonly colorClass: string;
  /** The entity that gets this spelling from now on; null for the entity of that name, known or new. */
  readonly entityId: EntityId | null;
  /** The current spelling of that entity, which the vocabulary may lack; null when no entity is meant. */
  readonly spelled: string | null;
  /** Undefined keeps the entity's link; null removes it. */
  readonly url: string | null | undefined;
  /** The link is another entity's: one that is known keeps its own. */
  readonly urlIsCarried: boolean;
  /** The id for a pattern of this name; null to add none. An existing pattern stays. */
  readonly patternId: PatternId | null;
}

/** The facts of the entity on the whole site. */
export interface PutEntity {
  readonly entityId: EntityId;
  readonly entityTypeId: EntityTypeId;
  readonly url: string | null;
}

/**
 * Names, links and learns entities, each where that is needed: the same again changes nothing. Throws Rejected:
 * invalid.
 */
export function putEntities(
  state: VocabularyState,
  typed: readonly TypedEntity[],
): { events: VocabularyEvent[]; result: PutEntity[] } {
  const events: VocabularyEvent[] = [];
  /** Categories that these events create. */
  const newTypes = new Set<EntityTypeId>();

  const result = typed.map((one): PutEntity => {
    const { name } = one;
    const category = typeName(one.category);
    const entityTypeId = state.typeIdByName.get(category) ?? typeId(category);
    if (!state.types.has(entityTypeId) && !newTypes.has(entityTypeId)) {
      newTypes.add(entityTypeId);
      assertCategory(one);
      events.push(typeCreated(category, { ...one, displayName: one.category }));
    }
    const entityId = one.entityId ?? ownerOf(state, entityTypeId, name).entityId;
    const known = state.entities.get(entityId);
    const url = one.urlIsCarried && known ? undefined : one.url;
    const links = linked(state, entityId, url);
    const learns = one.patternId !== null && !state.patternIdByName.has(keyOf(entityTypeId, name));
    const isRespelled = one.entityId !== null && known?.name !== name;
    // Otherwise the former holder of the name could get it back.
    const isFormer = state.formerNames.has(keyOf(entityTypeId, name));
    if (isRespelled || (!known && (links.length > 0 || learns || isFormer))) {
      const spelled = known?.name ?? one.spelled;
      const from = spelled === name ? null : spelled;
      const named = { entityId, entityTypeId, from, name, slugBase: slugBase(name, entityId) };
      events.push({ type: 'EntityNamed', data: named });
    }
    events.push(...links);
    if (one.patternId !== null && learns) {
      const pattern = { patternId: one.patternId, entityId, entityTypeId, name };
      events.push({
        type: 'PatternAdded',
        data: { pattern: { ...pattern, caseSensitive: false, wholeWord: true, ...NO_CONTEXT } },
      });
    }

    return { entityId, entityTypeId, url: url === undefined ? (known?.url ?? null) : url };
  });

  return { events, result };
}

const NewCategory = CreateEntityTypeRequest.pick({ name: true, iconName: true, colorClass: true });

/**
 * A new category has a name and one of the looks as the form of categories asks for them; one that is there keeps its
 * own.
 */
function assertCategory(typed: TypedEntity): void {
  const [issue] = NewCategory.safeParse({ ...typed, name: typed.category }).error?.issues ?? [];
  if (issue !== undefined)
    throw new Rejected(
      'invalid',
      `The field "${String(issue.path[0])}" of the new category "${typed.category}" is not valid: ${issue.message}.`,
    );
}

/** The category that a person means: known ones also match in the plural, unless a category has exactly that name. */
export function meantCategory(state: VocabularyState, typed: string): string {
  const name = typeName(typed);

  return state.typeIdByName.has(name) ? name : (singularType(typed) ?? typed.trim());
}

/** Equal for names that count as the same in a category, which may not exist yet. */
export const nameKey = (category: string, name: string): string => `${typeName(category)} ${foldName(name)}`;
