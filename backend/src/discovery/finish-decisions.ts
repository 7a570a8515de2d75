import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { EntityApproved, EntityRejected, NameIgnored } from '@earmark/contracts/discovery';
import type { EventOf } from '@earmark/contracts/kit';
import { EntityLinked, EntityNamed, PatternAdded } from '@earmark/contracts/vocabulary';
import type { EventLog } from '@earmark/projections/event-log';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import { entities } from '../entities/entities.decider.ts';
import { EVENT_LOG, REPORT, type Report } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Leases } from '../kit/process/lease.ts';
import { defineReaction, type Reacted, type ReactionContext } from '../kit/process/reaction.ts';
import { Reactor } from '../kit/process/reactor.ts';
import { Streams } from '../kit/streams.ts';
import { vocabulary, VOCABULARY_ID } from '../vocabulary/vocabulary.decider.ts';
import { FollowingDecisions } from './following-decisions.ts';
import { concernsVocabulary, vocabularyEffects, type RecordedDecision } from './vocabulary-effects.ts';

type Decided = Reacted<EventOf<typeof EntityApproved> | EventOf<typeof EntityRejected>>;

const FOLLOWERS = { types: [EntityNamed, EntityLinked, PatternAdded, NameIgnored].map(({ type }) => type) };

/** Does what a decision calls for in the vocabulary when the server ended before it had. */
@Injectable()
export class FinishDecisions implements OnModuleDestroy {
  /** How long the call that decided has for it. */
  patienceMs = 30_000;
  private readonly reactor: Reactor;

  constructor(
    private readonly streams: Streams,
    private readonly following: FollowingDecisions,
    @Inject(PG_POOL) pool: Pool,
    @Inject(EVENT_LOG) log: EventLog,
    leases: Leases,
    @Inject(REPORT) report: Report,
  ) {
    const finish = async (event: Decided, by: ReactionContext) => this.finish(event, by);
    this.reactor = new Reactor(
      { log, pool, leases, report },
      defineReaction({
        name: 'finish-decisions',
        readsFrom: [EntityApproved, EntityRejected],
        startsFrom: 'the beginning',
        on: { EntityApproved: finish, EntityRejected: finish },
      }),
    );
  }

  start(): void {
    this.reactor.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.reactor.stop();
  }

  private async finish(event: Decided, { context, signal }: ReactionContext): Promise<void> {
    const { data, id, metadata } = event;
    if (!concernsVocabulary(data.to)) return;
    if (!(await this.isOpen(event))) return;
    const leftMs = Date.parse(metadata.at) + this.patienceMs - Date.now();
    if (leftMs > 0) await sleep(Math.min(leftMs, this.patienceMs), undefined, { signal });
    const decision = await this.recorded(event);
    if (decision === null || !(await this.isOpen(event)) || (await this.wasFollowed(id, metadata.correlationId)))
      return;
    await this.following.follow([decision], { ...context, actor: metadata.actor, reason: metadata.reason });
  }

  /** Whether the vocabulary lacks something that the decision calls for. */
  private async isOpen(event: Decided): Promise<boolean> {
    const decision = await this.recorded(event);
    const { state } = await this.streams.read(vocabulary, VOCABULARY_ID);

    return decision !== null && vocabularyEffects(state, [decision]).length > 0;
  }

  /** Null: it does not stand any more. */
  private async recorded({ data, id }: Decided): Promise<RecordedDecision | null> {
    const { state } = await this.streams.read(entities, data.episodeUuid);
    const candidate = state.candidates.get(data.candidateId);
    if (!candidate || !isDeepStrictEqual(candidate.review, data.to)) return null;

    return { causeId: id, candidateId: data.candidateId, foundName: candidate.facts.name, review: data.to };
  }

  /** It was, and somebody has changed the vocabulary since. */
  private async wasFollowed(causeId: string, correlationId: string): Promise<boolean> {
    for await (const { metadata } of this.streams.log.readAllBackwards({ filter: FOLLOWERS, correlationId }))
      if (metadata.causationId === causeId) return true;

    return false;
  }
}
