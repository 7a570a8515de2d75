import {
  ignoredIdOf,
  type CandidateId,
  type CandidateReview,
  type IgnoredNameEvent,
} from '@earmark/contracts/discovery';
import { slugBase, uuidFrom, type EventId } from '@earmark/contracts/kit';
import { foldName } from '@earmark/contracts/mentions';
import { NO_CONTEXT, PatternId, typeName, type EntityId, type EntityTypeId } from '@earmark/contracts/vocabulary';
import { keyOf, type VocabularyState } from '../vocabulary/vocabulary-state.ts';
import type { VocabularyStreamEvent } from '../vocabulary/vocabulary.decider.ts';

/** A decision that was recorded, and which may concern the whole site. */
export interface RecordedDecision {
  /** The event that recorded it. */
  readonly causeId: EventId;
  readonly candidateId: CandidateId;
  readonly foundName: string;
  readonly review: CandidateReview;
}

type Caused = VocabularyStreamEvent & { readonly causationId: EventId };

/** Whether the decision may change the vocabulary. */
export const concernsVocabulary = ({ status, scope, url }: CandidateReview): boolean =>
  status === 'approved' ? scope === 'everywhere' || url !== null : status === 'rejected' && scope !== 'episode';

/** What the decisions change in the vocabulary, each with its cause. What is there already is left out. */
export function vocabularyEffects(state: VocabularyState, decisions: readonly RecordedDecision[]): Caused[] {
  const effects = new Effects(state);
  for (const decision of decisions)
    if (decision.review.status === 'approved') effects.learn(decision);
    else if (decision.review.status === 'rejected') effects.ignore(decision);

  return effects.events;
}

class Effects {
  readonly events: Caused[] = [];
  /** What these events have changed already. */
  private readonly named = new Set<EntityId>();
  private readonly links = new Map<EntityId, string | null>();
  private readonly patterns = new Set<string>();
  private readonly learnt = new Set<EntityId>();
  private readonly ignored = new Set<string>();

  constructor(private readonly state: VocabularyState) {}

  /** Entity, link and patterns. */
  learn({ causeId, foundName, review }: RecordedDecision): void {
    const { state } = this;
    const { name, url, scope, added } = review;
    const entityTypeId = state.typeIdByName.get(typeName(review.type));
    if (added === null || entityTypeId === undefined) return;
    const entityId = added.shownId;
    const known = state.entities.get(entityId);
    const link = this.links.has(entityId) ? this.links.get(entityId)! : (known?.url ?? null);
    const isLinked = url !== null && url !== link;
    const names = scope === 'everywhere' ? this.newPatterns(entityId, entityTypeId, [name, foundName]) : [];
    // Otherwise a former holder of the name could get it back.
    const isFormer = state.formerNames.has(keyOf(entityTypeId, name));
    if (!known && !this.named.has(entityId) && (isLinked || names.length > 0 || isFormer)) {
      this.named.add(entityId);
      const data = { entityId, entityTypeId, from: null, name, slugBase: slugBase(name, entityId) };
      this.events.push({ type: 'EntityNamed', data, causationId: causeId });
    }
    if (isLinked) {
      this.links.set(entityId, url);
      this.events.push({ type: 'EntityLinked', data: { entityId, from: link, url }, causationId: causeId });
    }
    for (const pattern of names) this.addPattern(causeId, entityId, entityTypeId, pattern);
  }

  ignore({ causeId, foundName, review }: RecordedDecision): void {
    const type = review.scope === 'category' ? review.type : null;
    if (review.scope === 'episode' || review.scope === null) return;
    const foldedName = foldName(foundName);
    const ignoredId = ignoredIdOf(type, foldedName);
    if (this.state.ignoredNames.has(ignoredId) || this.ignored.has(ignoredId)) return;
    this.ignored.add(ignoredId);
    const event: IgnoredNameEvent = { type: 'NameIgnored', data: { ignoredId, name: foundName, foldedName, type } };
    this.events.push({ ...event, causationId: causeId });
  }

  /** The name that was found; the entity's own only when it has no pattern yet. */
  private newPatterns(entityId: EntityId, entityTypeId: EntityTypeId, [own, found]: [string, string]): string[] {
    const hasPatterns = this.learnt.has(entityId) || (this.state.entities.get(entityId)?.patternIds.length ?? 0) > 0;
    const isSame = foldName(own) === foldName(found);
    const wanted = isSame ? [own] : hasPatterns ? [found] : [own, found];

    return wanted.filter((name) => {
      const key = keyOf(entityTypeId, name);
      return !this.state.patternIdByName.has(key) && !this.patterns.has(key);
    });
  }

  private addPattern(causeId: EventId, entityId: EntityId, entityTypeId: EntityTypeId, name: string): void {
    this.learnt.add(entityId);
    this.patterns.add(keyOf(entityTypeId, name));
    const patternId = uuidFrom(causeId, `pattern ${foldName(name)}`, PatternId);
    const pattern = { patternId, entityId, entityTypeId, name, caseSensitive: false, wholeWord: true, ...NO_CONTEXT };
    this.events.push({ type: 'PatternAdded', data: { pattern }, causationId: causeId });
  }
}
