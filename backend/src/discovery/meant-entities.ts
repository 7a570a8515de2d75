import { foldName } from '@earmark/contracts/mentions';
import type { EntityId, EntityTypeId } from '@earmark/contracts/vocabulary';
import { titled } from '../kit/history/wording.ts';
import { Rejected } from '../kit/rejected.ts';
import { assertFindable, keyOf, ownerOf, type VocabularyState } from '../vocabulary/vocabulary-state.ts';
import { meantCategory } from '../vocabulary/vocabulary.entities.ts';

interface MeantEntity {
  readonly entityId: EntityId;
  readonly entityTypeId: EntityTypeId;
  readonly name: string;
  readonly url: string | null;
}

/** The entities of an approval. */
export interface MeantEntities {
  /** That of the name in the transcript. */
  readonly found: MeantEntity;
  /** The one that it counts for: the same, unless it is approved under another name or as an alias. */
  readonly shown: MeantEntity;
}

/** An entity that a name is another name of. */
export interface KnownEntity {
  readonly entityId: EntityId;
  /** Name of its category. */
  readonly type: string;
  readonly name: string;
}

interface Approved {
  /** In the transcript. */
  readonly foundName: string;
  readonly name: string;
  readonly type: string;
  /** Null: the entity's link stays. */
  readonly url: string | null;
  readonly into: KnownEntity | null;
  readonly isEverywhere: boolean;
}

/**
 * The entities that an approval means, which may be new. Throws Rejected: entity-type-missing, pattern-without-characters,
 * and pattern-exists when the name would have to be a pattern of two entities.
 */
export function meantEntities(
  state: VocabularyState,
  { foundName, name, type, url, into, isEverywhere }: Approved,
): MeantEntities {
  const category = meantCategory(state, into?.type ?? type);
  const entityTypeId = state.typeIdByName.get(category);
  if (entityTypeId === undefined)
    throw new Rejected(
      'entity-type-missing',
      `There is no category ${titled(category)} yet. Create it with New Type, or choose another one.`,
      { entityType: category },
    );
  assertFindable(name);
  const entityOf = (called: string, link: string | null): MeantEntity => {
    const { entityId } = ownerOf(state, entityTypeId, called);
    return { entityId, entityTypeId, name: called, url: link ?? state.entities.get(entityId)?.url ?? null };
  };
  const isAnother = into === null ? foldName(name) !== foldName(foundName) : true;
  const shown =
    into === null
      ? entityOf(name, url)
      : {
          ...into,
          entityTypeId,
          url: url ?? state.entities.get(into.entityId)?.url ?? null,
        };
  const found = isAnother ? entityOf(foundName, null) : shown;
  if (isEverywhere) assertFreeFor(state, entityTypeId, foundName, shown);

  return { found, shown: found.entityId === shown.entityId ? found : shown };
}

function assertFreeFor(state: VocabularyState, entityTypeId: EntityTypeId, name: string, { entityId }: MeantEntity) {
  const holder = state.patternIdByName.get(keyOf(entityTypeId, name));
  const owner = holder === undefined ? undefined : state.patterns.get(holder);
  if (owner && owner.entityId !== entityId)
    throw new Rejected(
      'pattern-exists',
      `${titled(owner.name)} is already a pattern of ${titled(state.entities.get(owner.entityId)?.name ?? 'another entity')}.`,
    );
}
