import type { ListedEntity, WrittenEntity } from '@earmark/contracts/entities';
import { EntityId } from '@earmark/contracts/vocabulary';
import { shownIdOf } from '../vocabulary/merging.ts';
import type { VocabularyState } from '../vocabulary/vocabulary.decider.ts';

/** Lines of entities that were merged since the editor loaded them become lines of those that they count for now. */
export function followMerges<Written extends WrittenEntity>(
  vocabulary: Pick<VocabularyState, 'mergedInto'>,
  written: readonly Written[],
  listed: readonly ListedEntity[],
): Written[] {
  const sent = new Set<string>(written.map(({ id }) => id?.toLowerCase() ?? ''));
  const followed: Written[] = [];
  for (const line of written) {
    const shown = shownLine(vocabulary, line, listed);
    if (shown === undefined) followed.push(line);
    else if (!sent.has(shown.id)) {
      sent.add(shown.id);
      followed.push({ ...line, id: shown.id, name: shown.name, type: shown.type, url: undefined });
    }
  }

  return followed;
}

/** What the episode lists instead of a merged entity. */
function shownLine(
  vocabulary: Pick<VocabularyState, 'mergedInto'>,
  { id }: WrittenEntity,
  listed: readonly ListedEntity[],
): ListedEntity | undefined {
  const given = EntityId.safeParse(id?.toLowerCase()).data;
  if (given === undefined || !vocabulary.mergedInto.has(given)) return undefined;
  const shownId = shownIdOf(vocabulary, given);

  return listed.find((one) => one.id === shownId);
}
