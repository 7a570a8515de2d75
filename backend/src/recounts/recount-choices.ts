import type { Context, EventId } from '@earmark/contracts/kit';
import { MATCHER_VERSION } from '@earmark/contracts/mentions';
import {
  MOST_NAMES,
  type ChosenChanges,
  type PendingChange,
  type PendingChanges,
  type PendingChangesQuery,
} from '@earmark/contracts/recounts';
import type { Pin } from '@earmark/contracts/vocabulary';
import type { RecordedEvent } from '@earmark/projections/event-log';
import { countLater, listPendingRevisions, listPinnedRevisions, listWithout } from '@earmark/projections/recounts';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { Checkpoints } from '../kit/checkpoints.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { vocabulary, VOCABULARY_ID } from '../vocabulary/vocabulary.decider.ts';
import { KINDS, patternChangeOf, patternsAfter, patternsIn, type PatternChangeEvent } from './pattern-changes.ts';

const CHANGES_A_PAGE = 50;
const MOST_PINS = 50;
/** Patterns that variants leave out, all together: the tables keep each. Some seconds of work. */
const MOST_LEFT_OUT = 200_000;

/** Changes of patterns that a recount can be limited to. */
@Injectable()
export class RecountChoices {
  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly checkpoints: Checkpoints,
  ) {}

  /**
   * Records the vocabularies by which a recount of these changes counts: one for each by which episodes in the scope are
   * found now. Throws Rejected: event-unknown, invalid, recount-state.
   */
  async choose(
    eventIds: readonly EventId[],
    podcastUuids: readonly string[] | null,
    context: Context,
  ): Promise<{ pin: Pin; only: ChosenChanges }> {
    const chosen: { recorded: RecordedEvent; event: PatternChangeEvent }[] = [];
    for (const eventId of eventIds) chosen.push(await this.find(eventId));
    const last = chosen.reduce((latest, { recorded }) => (recorded.position > latest ? recorded.position : latest), 0n);
    if (!(await this.checkpoints.passed(last)))
      throw new Rejected('recount-state', 'The tables do not know these changes yet. Try again in a moment.');
    const changes = chosen.map(({ recorded }) => recorded.revision);
    const bases = await listWithout(this.pool, changes, await listPinnedRevisions(this.pool, podcastUuids));
    if (bases.length === 0)
      throw new Rejected('recount-state', 'All of these episodes are already counted with these changes.');
    if (bases.length > MOST_PINS)
      throw new Rejected(
        'recount-state',
        `These episodes were last counted at ${bases.length} different moments, and at most ${MOST_PINS} can be told apart. Choose fewer podcasts, or recount with the current patterns.`,
      );
    const leftOut = await countLater(this.pool, bases);
    if (leftOut > MOST_LEFT_OUT)
      throw new Rejected(
        'recount-state',
        'Too many other patterns have changed since these episodes were last counted. Choose fewer podcasts, or recount with the current patterns.',
      );
    const { revision } = await this.streams.decide(
      vocabulary,
      VOCABULARY_ID,
      { type: 'VaryVocabulary', bases, changes },
      context,
    );
    const pinAt = (place: number): Pin => ({
      vocabularyRevision: revision + 1 + place,
      matcherVersion: MATCHER_VERSION,
    });
    const patterns = new Map(
      chosen.flatMap(({ event }) => patternsAfter(event).map(({ patternId, name }) => [patternId, name])),
    );

    return {
      pin: pinAt(bases.length),
      only: {
        eventIds: [...eventIds],
        patterns: patterns.size,
        names: [...new Set(patterns.values())].slice(0, MOST_NAMES),
        moves: bases.map((from, place) => ({ from, to: pinAt(place) })),
      },
    };
  }

  /** The changes that some episode is not counted with, newest first. `accountId`: of the caller. */
  async listPending(
    { by, since, before }: z.infer<typeof PendingChangesQuery>,
    accountId: string | null,
  ): Promise<PendingChanges> {
    const revisions = await listPendingRevisions(this.pool);
    const changes: PendingChange[] = [];
    for (const revision of revisions) {
      if (before !== undefined && revision >= Number(before)) continue;
      for await (const recorded of this.streams.log.readStream('vocabulary-main', { from: revision, limit: 1 })) {
        const { actor, at } = recorded.metadata;
        if (since !== undefined && Date.parse(at) < Date.parse(since)) return { changes, next: null };
        const event = patternChangeOf(recorded);
        if (event === null || (by === 'me' && actor.id !== accountId)) continue;
        if (changes.length === CHANGES_A_PAGE) return { changes, next: String(revision + 1) };
        const patterns = patternsAfter(event);
        changes.push({
          eventId: recorded.id,
          at,
          by: actor.name,
          isOwn: actor.id === accountId,
          kind: KINDS[event.type],
          patterns: patterns.length,
          names: patterns.slice(0, MOST_NAMES).map(({ name }) => name),
        });
      }
    }

    return { changes, next: null };
  }

  private async find(eventId: EventId): Promise<{ recorded: RecordedEvent; event: PatternChangeEvent }> {
    const recorded = await this.streams.log.find(eventId);
    if (!recorded) throw new Rejected('event-unknown', `There is no change ${eventId}.`);
    const event = patternChangeOf(recorded);
    if (event === null || patternsIn(event).length === 0)
      throw new Rejected('invalid', 'A recount can be limited to changes of patterns only.');

    return { recorded, event };
  }
}
