import type { Decision, EntityFacts } from '@earmark/contracts/entities';
import { compileMatcher, type MentionView } from '@earmark/contracts/mentions';
import type { SegmentView } from '@earmark/contracts/transcripts';
import { EntityId, type Pin } from '@earmark/contracts/vocabulary';
import {
  byCount,
  decideOccurrences,
  joinedSpans,
  mentionView,
  occurrencesByEntity,
  type MentionPlace,
} from '@earmark/projections/queries';
import type { EntitiesState } from '../entities/entities.decider.ts';
import type { EntityThen, VocabularyThroughTime } from '../vocabulary/vocabulary-through-time.ts';

export interface MentionsCut {
  readonly seriesUuid: string;
  /** The pin by which the entities are found. */
  readonly pin: Pin;
  /** The revision of the vocabulary whose names, links and categories are shown. */
  readonly namedAt: number;
}

export interface ShownMentions {
  readonly entityMentions: MentionView[];
  /** Ids of the entities that the vocabulary had not yet named, and of those that it had not linked. */
  readonly unsaid: { readonly names: readonly string[]; readonly links: readonly string[] };
}

/**
 * The entities of an episode: found by the vocabulary at the pin, with people's decisions. Facts that the vocabulary lacked
 * are as typed here. `slug` is only the base of the slug; its number is in the tables, as are the slugs of what is merged.
 */
export function shownMentions(
  segments: readonly SegmentView[],
  decided: EntitiesState,
  history: VocabularyThroughTime,
  { seriesUuid, pin, namedAt }: MentionsCut,
): ShownMentions {
  const vocabulary = history.vocabulary();
  const { shownAs } = decided;
  const idsOf = (wanted: Decision) =>
    [...decided.decisions].filter(([, decision]) => decision === wanted).map(([entityId]) => entityId);
  const added = idsOf('added');
  const names = added.map((entityId) => ({
    name: decided.addedAs.get(entityId)!.name,
    caseSensitive: false,
    wholeWord: true,
  }));
  const removed = new Set(idsOf('removed'));
  const decisions = { added: { matcher: compileMatcher(names), entityIds: added }, removed, shownAs };

  /** The entity that an id stands for; one of those that count for it was found here. */
  const sources = new Map<string, string>();
  const mergedTo = (entityId: string, segmentId: string | null): string => {
    const shown = history.shownAt(entityId, namedAt, { seriesUuid, segmentId });
    if (shown !== entityId || !sources.has(shown)) sources.set(shown, entityId);

    return shown;
  };
  const places = new Map<string, MentionPlace[]>();
  // Listed even when it is mentioned nowhere.
  for (const entityId of added) {
    const shown = shownAs.get(entityId) ?? entityId;
    if (!removed.has(shown)) places.set(mergedTo(shown, null), []);
  }
  for (const [index, { id, text }] of segments.entries()) {
    const neighbours = { before: segments[index - 1]?.text ?? '', after: segments[index + 1]?.text ?? '' };
    const found = occurrencesByEntity(vocabulary, text, pin, neighbours);
    for (const [entityId, spans] of joinMerged(decideOccurrences(found, text, decisions), (found) =>
      mergedTo(found, id),
    )) {
      const known = places.get(entityId);
      if (known) known.push({ index, spans });
      else places.set(entityId, [{ index, spans }]);
    }
  }

  const entityIds = [...places.keys()];
  const said = (entityId: string) => history.entityAt(entityId, namedAt);
  const typed = (entityId: string) => decided.facts.get(EntityId.parse(entityId));
  const merged = (entityId: string) =>
    history
      .mergedInto(entityId, namedAt)
      .map((id) => ({ id, name: said(id)?.name ?? '', slug: '' }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));

  return {
    entityMentions: [...places]
      .map(([entityId, found]) => {
        const { name, entityTypeId, url, slugBase } = factsOf(
          said(entityId) ?? said(sources.get(entityId)!),
          typed(entityId) ?? typed(sources.get(entityId)!),
        );
        const { name: type, iconName, colorClass } = history.type(entityTypeId);
        const wholeWord = history.isWholeWord(entityId, namedAt);
        const entity = {
          id: entityId,
          name,
          type,
          url,
          iconName,
          colorClass,
          wholeWord,
          slug: slugBase,
          merged: merged(entityId),
        };
        return mentionView(entity, found, segments);
      })
      .sort(byCount),
    unsaid: {
      names: entityIds.filter((entityId) => said(entityId) === null),
      links: entityIds.filter((entityId) => said(entityId)?.url === undefined),
    },
  };
}

/** The occurrences of merged entities count for the one that they are merged into. */
function joinMerged(
  found: ReadonlyMap<string, number[]>,
  mergedTo: (entityId: string) => string,
): ReadonlyMap<string, number[]> {
  const shown = new Map<string, number[]>();
  for (const [entityId, spans] of found) {
    const id = mergedTo(entityId);
    const known = shown.get(id);
    shown.set(id, known ? joinedSpans([...known, ...spans]) : spans);
  }

  return shown;
}

/** The facts of the vocabulary; those that it lacks, as typed here. */
function factsOf(said: EntityThen | null, typed: EntityFacts | undefined): EntityFacts {
  const { name, entityTypeId, slugBase } = said ?? typed!;

  return { name, entityTypeId, slugBase, url: said?.url === undefined ? (typed?.url ?? null) : said.url };
}
