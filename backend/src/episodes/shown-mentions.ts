import type { Decision } from '@earmark/contracts/entities';
import { compileMatcher, type EntityView, type MentionView } from '@earmark/contracts/mentions';
import type { SegmentView } from '@earmark/contracts/transcripts';
import type { Pin } from '@earmark/contracts/vocabulary';
import {
  byCount,
  decideOccurrences,
  mentionView,
  occurrencesByEntity,
  type MentionPlace,
} from '@earmark/projections/queries';
import type { EntitiesState } from '../entities/entities.decider.ts';
import type { VocabularyHistory } from '../vocabulary/vocabulary-history.ts';

export interface MentionsCut {
  /** By entity id: the name that one was added by hand with, by which it is found too. */
  readonly addedAs: ReadonlyMap<string, string>;
  /** By which the entities are found. */
  readonly pin: Pin;
  /** Of the vocabulary, whose names, links and categories are shown. */
  readonly namedAt: number;
}

/**
 * The entities of an episode: found by the vocabulary of the pin, with what people decided. `slug` is the base of the slug;
 * which number it has stands in the tables only.
 */
export function shownMentions(
  segments: readonly SegmentView[],
  decided: EntitiesState,
  history: VocabularyHistory,
  { addedAs, pin, namedAt }: MentionsCut,
): MentionView[] {
  const vocabulary = history.vocabulary();
  const { shownAs } = decided;
  const idsOf = (wanted: Decision) =>
    [...decided.decisions].filter(([, decision]) => decision === wanted).map(([entityId]) => entityId);
  const added = idsOf('added');
  const names = added.map((entityId) => ({ name: addedAs.get(entityId)!, caseSensitive: false, wholeWord: true }));
  const removed = new Set(idsOf('removed'));
  const decisions = { added: { matcher: compileMatcher(names), entityIds: added }, removed, shownAs };

  const places = new Map<string, MentionPlace[]>();
  // Listed also when it is nowhere.
  for (const entityId of added) {
    const shown = shownAs.get(entityId) ?? entityId;
    if (!removed.has(shown)) places.set(shown, []);
  }
  for (const [index, { text }] of segments.entries()) {
    const found = occurrencesByEntity(vocabulary, text, pin.vocabularyRevision);
    for (const [entityId, spans] of decideOccurrences(found, text, decisions)) {
      const known = places.get(entityId);
      if (known) known.push({ index, spans });
      else places.set(entityId, [{ index, spans }]);
    }
  }

  return [...places]
    .map(([entityId, found]) => mentionView(entityView(entityId, decided, history, namedAt), found, segments))
    .sort(byCount);
}

/** As the vocabulary names it; one that it does not know, as it was typed here. */
function entityView(entityId: string, decided: EntitiesState, history: VocabularyHistory, namedAt: number): EntityView {
  const { name, entityTypeId, url, slugBase } = history.entityAt(entityId, namedAt) ?? decided.facts.get(entityId)!;
  const type = history.type(entityTypeId);

  return {
    id: entityId,
    name,
    type: type.name,
    url,
    iconName: type.iconName,
    colorClass: type.colorClass,
    wholeWord: history.isWholeWord(entityId, namedAt),
    slug: slugBase,
  };
}
