import { compileMatcher, type EntityView, type MentionView } from '@earmark/contracts/mentions';
import type { SegmentView } from '@earmark/contracts/transcripts';
import type { Pin } from '@earmark/contracts/vocabulary';
import { byCount, joined, mentionView, occurrencesByEntity, type MentionPlace } from '@earmark/projections/queries';
import type { EntitiesState } from '../entities/entities.decider.ts';
import type { VocabularyHistory } from '../vocabulary/vocabulary-history.ts';

export interface MentionsCut {
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
  { pin, namedAt }: MentionsCut,
): MentionView[] {
  const vocabulary = history.vocabulary();
  const added = [...decided.decisions].filter(([, decision]) => decision === 'added').map(([entityId]) => entityId);
  const byName = compileMatcher(
    added.map((entityId) => ({ name: decided.facts.get(entityId)!.name, caseSensitive: false, wholeWord: true })),
  );
  const shownId = (entityId: string): string => decided.shownAs.get(entityId) ?? entityId;
  const isHidden = (shown: string): boolean => decided.decisions.get(shown) === 'removed';

  const places = new Map<string, MentionPlace[]>();
  // Listed also when it is nowhere.
  for (const entityId of added) if (!isHidden(shownId(entityId))) places.set(shownId(entityId), []);
  for (const [index, { text }] of segments.entries()) {
    const spans = new Map<string, number[]>();
    const put = (entityId: string, found: readonly number[]) => {
      const shown = shownId(entityId);
      if (!isHidden(shown)) spans.set(shown, [...(spans.get(shown) ?? []), ...found]);
    };
    for (const [entityId, found] of occurrencesByEntity(vocabulary, text, pin.vocabularyRevision)) put(entityId, found);
    byName.scan(text, (name, start, end) => put(added[name]!, [start, end]));
    for (const [shown, found] of spans) {
      const place = { index, spans: joined(found) };
      const known = places.get(shown);
      if (known) known.push(place);
      else places.set(shown, [place]);
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
