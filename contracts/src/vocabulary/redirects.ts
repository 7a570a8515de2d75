/** Where an entity is found. `segmentId` null: in an episode of the podcast as a whole. */
export interface Place {
  readonly seriesUuid: string;
  readonly segmentId: string | null;
}

/** Which entity counts for which: everywhere after a merge, in some places after a split. */
export interface Redirects<Id extends string> {
  /** By merged entity. */
  readonly mergedInto: ReadonlyMap<Id, Id>;
  /** By `splitKey`. */
  readonly splitInto: ReadonlyMap<string, Redirect<Id>>;
}
interface Redirect<Id> {
  readonly from: Id;
  readonly into: Id;
}

/** `place`: a podcast or a segment. */
export const splitKey = (entityId: string, place: string): string => `${entityId} ${place}`;

/**
 * The entity that a found one counts for. In a place that was split off, that is the other entity; a chosen segment goes
 * before its podcast. What is not split off follows the merges. `place` null: apart from all splits.
 */
export function shownIdIn<Id extends string>(redirects: Redirects<Id>, entityId: Id, place: Place | null): Id {
  let shown = entityId;
  for (let next: Id | undefined = shown; next !== undefined; next = nextOf(redirects, shown, place)) shown = next;

  return shown;
}

function nextOf<Id extends string>(
  { mergedInto, splitInto }: Redirects<Id>,
  entityId: Id,
  place: Place | null,
): Id | undefined {
  const splitAt = (at: string | undefined | null) => (at ? splitInto.get(splitKey(entityId, at))?.into : undefined);

  return splitAt(place?.segmentId) ?? splitAt(place?.seriesUuid) ?? mergedInto.get(entityId);
}

/** The entity and all that mentions found for it may count for. */
export const reachedFrom = <Id extends string>(redirects: Redirects<Id>, entityId: Id): Set<Id> =>
  closure(redirects, entityId, ({ from, into }, known) => (known.has(from) ? into : null));

/** All entities that share mentions with it, that one first. */
export const relatedTo = <Id extends string>(redirects: Redirects<Id>, entityId: Id): Set<Id> =>
  closure(redirects, entityId, ({ from, into }, known) => (known.has(from) ? into : known.has(into) ? from : null));

function closure<Id extends string>(
  { mergedInto, splitInto }: Redirects<Id>,
  start: Id,
  next: (redirect: Redirect<Id>, known: ReadonlySet<Id>) => Id | null,
): Set<Id> {
  const known = new Set([start]);
  const redirects = [...[...mergedInto].map(([from, into]) => ({ from, into })), ...splitInto.values()];
  for (let size = 0; size < known.size;) {
    size = known.size;
    for (const redirect of redirects) {
      const more = next(redirect, known);
      if (more !== null) known.add(more);
    }
  }

  return known;
}
