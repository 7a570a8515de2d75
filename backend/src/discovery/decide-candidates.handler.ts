import type { ErrorCode } from '@earmark/contracts';
import {
  DecideCandidates,
  type CandidateDecision,
  type CandidateId,
  type CandidateReview,
  type CandidateStatus,
  type DecidedCandidates,
} from '@earmark/contracts/discovery';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Context, EventId } from '@earmark/contracts/kit';
import { EntityId } from '@earmark/contracts/vocabulary';
import { findCandidatePlaces, findEntityFacts, listCandidates } from '@earmark/projections/queries';
import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { entities, type EntitiesEvent, type EntitiesState } from '../entities/entities.decider.ts';
import { getPresentEpisode } from '../episodes/present-episode.ts';
import type { Handles } from '../kit/commands.ts';
import { Appends } from '../kit/decider.ts';
import { titled } from '../kit/history/wording.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import type { VocabularyState } from '../vocabulary/vocabulary-state.ts';
import { vocabulary, VOCABULARY_ID } from '../vocabulary/vocabulary.decider.ts';
import { meantCategory } from '../vocabulary/vocabulary.entities.ts';
import { FollowingDecisions } from './following-decisions.ts';
import { meantEntities, type KnownEntity } from './meant-entities.ts';
import { decideCandidate, type Wanted } from './verdict.ts';
import type { RecordedDecision } from './vocabulary-effects.ts';

/** Decisions in one append, which stays far below the limit of the log even with long notes. */
const DECISIONS_AT_ONCE = 100;
const EPISODES_AT_ONCE = 8;

type Failed = DecidedCandidates['failed'][number];

@CommandHandler(DecideCandidates)
export class DecideCandidatesHandler implements Handles<DecideCandidates> {
  constructor(
    private readonly streams: Streams,
    private readonly following: FollowingDecisions,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  async execute({ command, context }: DecideCandidates): Promise<DecidedCandidates> {
    const { decision, expected } = command;
    const candidateIds = [...new Set(command.candidateIds)];
    const places = await findCandidatePlaces(this.pool, candidateIds);
    const byEpisode = new Map<EpisodeUuid, CandidateId[]>();
    const failed: Failed[] = [];
    for (const id of candidateIds) {
      const episodeUuid = places.get(id);
      if (episodeUuid === undefined)
        failed.push({ id, code: 'candidate-unknown', why: `There is no candidate ${id}.` });
      else byEpisode.set(episodeUuid, [...(byEpisode.get(episodeUuid) ?? []), id]);
    }
    const { state: words } = await this.streams.read(vocabulary, VOCABULARY_ID);
    const into = await this.intoOf(decision, words);
    const rule = { decision, expected, words, into };
    const decided: RecordedDecision[] = [];
    let position: bigint | null = null;
    const waiting = [...byEpisode];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const answer = await this.decideIn(next[0], next[1], rule, context);
        failed.push(...answer.failed);
        decided.push(...answer.decided);
        if (answer.position !== null && (position === null || answer.position > position)) position = answer.position;
      }
    };
    await Promise.all(Array.from({ length: EPISODES_AT_ONCE }, work));
    const followed = await this.following.follow(decided, context);

    return { position: followed ?? position, changed: decided.length, failed: await this.named(failed) };
  }

  /** With who decided meanwhile, and when, as far as the tables know. */
  private async named(failed: readonly Failed[]): Promise<Failed[]> {
    const ids = failed.filter(({ code }) => code === DECIDED).map(({ id }) => id);
    const rows = await listCandidates(this.pool, { ids });
    const known = new Map(rows.map((row) => [row.id, row]));

    return failed.map((one) => {
      const row = known.get(one.id);
      if (one.code !== DECIDED || !row?.reviewedBy || !row.reviewedAt) return one;
      const at = row.reviewedAt.toISOString().slice(0, 16).replace('T', ' ');
      return { ...one, why: `${titled(row.name)} was ${row.status} by ${row.reviewedBy} on ${at} UTC.` };
    });
  }

  /** One append per hundred decisions in the episode. */
  private async decideIn(episodeUuid: EpisodeUuid, candidateIds: readonly CandidateId[], rule: Rule, context: Context) {
    try {
      await getPresentEpisode(this.streams, episodeUuid);
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      const { code, message: why } = error;
      return { failed: candidateIds.map((id) => ({ id, code, why })), decided: [], position: null };
    }
    const { outcome, result } = await this.streams.change(
      entities,
      episodeUuid,
      (state) => {
        const decided = decideAll(state, episodeUuid, candidateIds, rule);
        return { events: new Appends(decided.appends), result: decided };
      },
      context,
    );
    const eventIds = new Map<object, EventId>();
    for (const [index, event] of result.appends.flat().entries()) eventIds.set(event, outcome.eventIds[index]!);
    const decided = result.decided.map(({ event, ...one }) => ({ ...one, causeId: eventIds.get(event)! }));

    return { failed: result.failed, decided, position: outcome.position };
  }

  private async intoOf(decision: CandidateDecision, words: VocabularyState): Promise<KnownEntity | null> {
    if (decision.type !== 'approve' || decision.into === null) return null;
    const entityId = decision.into;
    const known = words.entities.get(entityId);
    if (known) return { entityId, name: known.name, type: words.types.get(known.entityTypeId)! };
    // Known only to episodes.
    const facts = await findEntityFacts(this.pool, entityId);
    if (facts === null) throw new Rejected('entity-unknown', `There is no entity ${entityId}.`);

    return { entityId: EntityId.parse(entityId), ...facts };
  }
}

interface Rule {
  readonly decision: CandidateDecision;
  readonly expected: readonly CandidateStatus[] | null;
  readonly words: VocabularyState;
  readonly into: KnownEntity | null;
}

interface DecidedHere {
  readonly appends: EntitiesEvent[][];
  readonly decided: (Omit<RecordedDecision, 'causeId'> & { readonly event: EntitiesEvent })[];
  readonly failed: Failed[];
}

/** Of each append the decisions come first, and then what they change: a version of the page ends with what it lists. */
function decideAll(
  before: EntitiesState,
  episodeUuid: EpisodeUuid,
  candidateIds: readonly CandidateId[],
  rule: Rule,
): DecidedHere {
  const state = copyOf(before);
  const answer: DecidedHere = { appends: [], decided: [], failed: [] };
  let reviews: EntitiesEvent[] = [];
  let effects: EntitiesEvent[] = [];
  const close = () => {
    if (reviews.length > 0) answer.appends.push([...reviews, ...effects]);
    reviews = [];
    effects = [];
  };
  for (const candidateId of candidateIds) {
    const candidate = state.candidates.get(candidateId);
    if (!candidate) {
      answer.failed.push({ id: candidateId, code: 'candidate-unknown', why: `There is no candidate ${candidateId}.` });
      continue;
    }
    const { review, facts } = candidate;
    try {
      const wanted = wantedOf(review, rule);
      const meant =
        wanted.status === 'approved'
          ? meantEntities(rule.words, {
              foundName: facts.name,
              name: wanted.name,
              type: wanted.type,
              url: wanted.url,
              into: rule.into,
              isEverywhere: wanted.scope === 'everywhere',
            })
          : null;
      const type = meant === null ? wanted.type : rule.words.types.get(meant.shown.entityTypeId)!;
      const insistence = rule.decision.type === 'approve' ? 'puts back' : 'leaves as it is';
      const verdict = decideCandidate(state, { episodeUuid, candidateId }, { ...wanted, type }, meant, insistence);
      if (verdict.review.length > 0 && rule.expected !== null && !rule.expected.includes(review.status))
        throw new Rejected(DECIDED, `It is ${review.status} already.`);
      const events = [...verdict.review, ...verdict.effects];
      for (const event of events) entities.evolve(state, { ...event, revision: state.revision, id: '', reverts: null });
      for (const event of verdict.review)
        answer.decided.push({
          event,
          candidateId,
          foundName: facts.name,
          review: state.candidates.get(candidateId)!.review,
        });
      reviews.push(...verdict.review);
      effects.push(...verdict.effects);
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      answer.failed.push({ id: candidateId, code: error.code, why: error.message });
    }
    if (reviews.length >= DECISIONS_AT_ONCE) close();
  }
  close();

  return answer;
}

/** Of a candidate that somebody has decided meanwhile. */
const DECIDED: ErrorCode = 'candidate-decided';

/** The entries are never changed, so the maps alone are copied. */
const copyOf = (state: EntitiesState): EntitiesState => ({
  ...state,
  decisions: new Map(state.decisions),
  shownAs: new Map(state.shownAs),
  facts: new Map(state.facts),
  addedAs: new Map(state.addedAs),
  candidates: new Map(state.candidates),
});

function wantedOf({ added: _added, ...review }: CandidateReview, { decision, words, into }: Rule): Wanted {
  switch (decision.type) {
    case 'approve':
      return {
        status: 'approved',
        name: into?.name ?? decision.name ?? review.name,
        type: into?.type ?? decision.category ?? review.type,
        url: decision.url ?? review.url,
        notes: decision.notes ?? review.notes,
        scope: decision.scope,
      };
    case 'reject':
      return { ...review, status: 'rejected', notes: decision.notes ?? review.notes, scope: decision.scope };
    case 'correct-type':
      return { ...review, type: meantCategory(words, decision.category) };
    case 'edit': {
      const { name = review.name, category = review.type, status = review.status, url = review.url } = decision;
      const scope = status === 'pending' ? null : (review.status === status && review.scope) || 'episode';
      return { ...review, name, type: meantCategory(words, category), status, url, scope };
    }
  }
}
