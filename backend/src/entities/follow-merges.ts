import type { ListedEntity, WrittenEntity } from '@earmark/contracts/entities';
import { EntityId, reachedFrom, shownIdIn, type Place, type Redirects } from '@earmark/contracts/vocabulary';

/** Lines of entities that were merged or split since the editor loaded them become lines of those that they count for here. */
export function followMerges<Written extends WrittenEntity>(
  vocabulary: Redirects<EntityId>,
  place: Place,
  written: readonly Written[],
  listed: readonly ListedEntity[],
): Written[] {
  const sent = new Set<string>(written.map(({ id }) => id?.toLowerCase() ?? ''));
  const followed: Written[] = [];
  for (const line of written) {
    const shown = shownLine(vocabulary, place, line, listed);
    if (shown === undefined) followed.push(line);
    else if (!sent.has(shown.id)) {
      sent.add(shown.id);
      followed.push({ ...line, id: shown.id, name: shown.name, type: shown.type, url: undefined });
    }
  }

  return followed;
}

/** What the episode lists instead of a merged or split entity. */
function shownLine(
  vocabulary: Redirects<EntityId>,
  place: Place,
  { id }: WrittenEntity,
  listed: readonly ListedEntity[],
): ListedEntity | undefined {
  const given = EntityId.safeParse(id?.toLowerCase()).data;
  if (given === undefined || reachedFrom(vocabulary, given).size === 1) return undefined;
  const shownId = shownIdIn(vocabulary, given, place);
  if (shownId === given) return undefined;

  return listed.find((one) => one.id === shownId);
}
