import { randomUUID } from 'node:crypto';
import { EpisodeAdded, type EpisodeUuid } from '@earmark/contracts/episodes';
import type { RevertBatchPlan, UndoProgress } from '@earmark/contracts/history';
import type { Context, EventId, Outcome } from '@earmark/contracts/kit';
import type { RecordedEvent } from '@earmark/projections/event-log';
import type { Pool } from 'pg';
import { isRemoval } from '../kit/removals.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { chooseChanges, MAX_CHANGES, tooMany, type Choice } from './chosen-changes.ts';
import { dryRun, type DryRun } from './dry-run.ts';
import { EPISODE_CATEGORIES, featureOf, historyOf } from './histories.ts';
import { Narrator } from './narrator.ts';
import { refusalWords, type Actor } from './refusal-words.ts';
import { Reverting, type Refusal } from './reverting.ts';
import { byStream, readTail } from './tails.ts';
import { UndoPlans } from './undo-plans.ts';
import { UndoProcess, type Undone } from './undo.process.ts';
import { Inject, Injectable } from '@nestjs/common';
import { PG_POOL } from '../kit/pg.ts';

@Injectable()
export class HistoryHandler {
  private readonly reverting: Reverting;
  private readonly plans: UndoPlans;

  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly process: UndoProcess,
  ) {
    this.reverting = new Reverting(streams);
    this.plans = new UndoPlans(pool);
  }

  /** Throws Rejected: event-unknown, role-missing, not-revertible, and the errors of the stream's rules. */
  async revert(eventId: EventId, context: Context): Promise<Outcome> {
    const event = await this.streams.log.find(eventId);
    if (!event) throw new Rejected('event-unknown', `There is no change ${eventId}.`);
    if (!mayUndo(context.actor, event)) throw forbidden(context.actor);
    const tail = await readTail(this.streams.log, this.pool, [event]);
    const answer = await this.reverting.revert(event, context, tail);
    if ('outcome' in answer) return answer.outcome;

    throw new Rejected('not-revertible', await this.words(event, answer, namesFor(context.actor)));
  }

  /**
   * Plans which changes would be undone. The plan is kept, so that `run` undoes exactly those. Throws Rejected
   * `invalid`.
   */
  async plan(choice: Choice, { actor }: Context): Promise<RevertBatchPlan> {
    const chosen = await chooseChanges(this.streams.log, choice);
    const mine = chosen.filter((event) => mayUndo(actor, event));
    const { will, willNot, settled } = await this.tried(mine, settledAmong(mine, await this.undoneAmong(mine)));
    const refused = new Map(willNot.map(({ event, refusal }) => [event.id, refusal]));
    const undoId = randomUUID();
    const wanted = will.map(({ id }) => id);
    const plan: RevertBatchPlan = { undoId, will: wanted, willNot: [], sentences: {} };
    const narrator = new Narrator(this.streams, this.pool);
    const narrations = await narrator.narrateAll(chosen);
    for (const [index, event] of chosen.entries()) {
      const refusal = refused.get(event.id);
      plan.sentences[event.id] = narrations[index]!.sentence;
      if (refusal) plan.willNot.push({ eventId: event.id, why: await this.words(event, refusal, namesFor(actor)) });
      else if (settled.has(event.id)) plan.willNot.push({ eventId: event.id, why: 'It has already been undone.' });
      else if (!mayUndo(actor, event)) plan.willNot.push({ eventId: event.id, why: 'Only admins can undo it.' });
    }
    await this.plans.keep(undoId, wanted, actor.id);

    return plan;
  }

  /**
   * Runs the plan, or the part of it that is chosen. Throws Rejected: not-found, role-missing, invalid for a choice that
   * is not in the list, not-revertible when the list is empty.
   */
  async run(undoId: string, context: Context, chosen: readonly string[] | null = null): Promise<Undone> {
    const plan = await this.plans.find(undoId);
    if (!plan) throw new Rejected('not-found', `There is no list ${undoId} of changes to undo. Create it first.`);
    const { actor } = context;
    if (actor.role !== 'admin' && actor.id !== plan.accountId) throw forbidden(actor);
    if (plan.eventIds.length === 0) throw new Rejected('not-revertible', 'None of these changes can be undone.');

    const wanted = chosen === null ? plan.eventIds : plan.eventIds.filter((id) => chosen.includes(id));
    const unplanned = chosen?.find((id) => !plan.eventIds.some((eventId) => eventId === id));
    if (unplanned !== undefined) throw new Rejected('invalid', `The change ${unplanned} is not in this list.`);

    return this.process.run(undoId, wanted, context);
  }

  progressOf(undoId: string): UndoProgress {
    return { running: this.process.progressOf(undoId) };
  }

  /**
   * Undoes all changes or none, under the correlation id of the call. Throws Rejected: episode-unknown, invalid,
   * not-revertible.
   */
  async restore(episodeUuid: EpisodeUuid, position: bigint, context: Context): Promise<Undone> {
    if (position > (await this.streams.log.head()))
      throw new Rejected('invalid', `The log has not reached position ${position} yet.`);
    const since = await this.changesSince(episodeUuid, position);
    const settledThen = settledAmong(since);
    if (since.length - settledThen.size > MAX_CHANGES) throw tooMany();
    const { will: wanted, willNot } = await this.tried(since, settledThen);
    const [first] = willNot;
    if (first)
      throw new Rejected('not-revertible', await this.words(first.event, first.refusal, namesFor(context.actor)));
    if (wanted.length === 0) return { position: null, eventIds: [], notUndone: [] };

    return this.process.run(
      context.correlationId,
      wanted.map(({ id }) => id),
      context,
    );
  }

  /**
   * Tries a list in memory. Changes that were undone already are left out with their undo, unless something that happened
   * between the two then stands in the way: a field may have had the same value twice. Taking back both in their turn
   * is always possible.
   */
  private async tried(
    newestFirst: readonly RecordedEvent[],
    settled: ReadonlySet<string>,
  ): Promise<DryRun & { readonly settled: ReadonlySet<string> }> {
    const left = newestFirst.filter(({ id }) => !settled.has(id));
    const short = await dryRun(this.streams, this.pool, left);
    if (settled.size === 0 || short.willNot.length === 0) return { ...short, settled };
    const whole = await dryRun(this.streams, this.pool, newestFirst);

    return whole.willNot.length < short.willNot.length ? { ...whole, settled: new Set() } : { ...short, settled };
  }

  /**
   * The changes in the episode's own streams, newest first, without those that can never be undone (records, and news
   * from the feed).
   */
  private async changesSince(episodeUuid: EpisodeUuid, position: bigint): Promise<RecordedEvent[]> {
    const found: RecordedEvent[] = [];
    for (const category of EPISODE_CATEGORIES)
      for await (const event of this.streams.log.readStream(`${category}-${episodeUuid}`, { direction: 'backwards' })) {
        const { append } = event.metadata;
        // A position inside an append means its end.
        if (event.position - BigInt(append.index) <= position) break;
        if (event.type === EpisodeAdded.type) throw new Rejected('invalid', 'The episode did not exist at that time.');
        // A removal is undone by itself: afterwards the episode is as it was before.
        if (typeof historyOf(event).inverse !== 'string' && !isRemoval(event)) found.push(event);
      }
    for await (const _ of this.streams.log.readStream(`episode-${episodeUuid}`, { limit: 1 }))
      return found.sort((a, b) => (a.position > b.position ? -1 : 1));
    throw new Rejected('episode-unknown', `There is no episode ${episodeUuid}.`);
  }

  /** The reverts in the list that somebody has undone. */
  private async undoneAmong(chosen: readonly RecordedEvent[]): Promise<ReadonlySet<string>> {
    const undone = new Set<string>();
    const reverts = chosen.filter(({ metadata }) => metadata.reverts !== null);
    for (const events of byStream(reverts).values()) {
      const tail = await readTail(this.streams.log, this.pool, events);
      for (const id of tail.standingReverts().keys()) undone.add(id);
    }

    return undone;
  }

  private async words(event: RecordedEvent, refusal: Refusal, nameOf: (actor: Actor) => string): Promise<string> {
    return refusalWords(refusal, event.id, new Narrator(this.streams, this.pool), nameOf);
  }
}

/** Only admins see people's names. */
const namesFor =
  (reader: Actor) =>
  ({ name, role }: Actor): string =>
    reader.role === 'admin' ? name : role;

const mayUndo = ({ role }: Actor, { stream }: RecordedEvent): boolean =>
  role === 'admin' || featureOf(stream)?.isForAnalysts === true;
const forbidden = ({ name, role }: Actor) =>
  new Rejected('role-missing', `This needs the role admin, but ${name} has the role ${role}.`);
/** Changes that another one in the list has undone, and that other one: both stay unchanged. */
function settledAmong(newestFirst: readonly RecordedEvent[], undone: ReadonlySet<string> = new Set()): Set<string> {
  const settled = new Set<string>();
  const ids = new Set(newestFirst.map(({ id }) => id));
  for (const { id, metadata } of newestFirst)
    if (metadata.reverts !== null && !settled.has(id) && !undone.has(id) && ids.has(metadata.reverts)) {
      settled.add(id);
      settled.add(metadata.reverts);
    }

  return settled;
}
