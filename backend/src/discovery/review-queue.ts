import {
  CandidateCardPage,
  type CandidateCard,
  type CandidateCardsQuery,
  type CandidateFilter,
  type DiscoveredEntity,
} from '@earmark/contracts/discovery';
import { typeName } from '@earmark/contracts/vocabulary';
import { countEntityMentions, listCandidates, listReviewRows, type ReviewRow } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { cursorOf, keysIn } from '../kit/cursor.ts';
import { PG_POOL } from '../kit/pg.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { Streams } from '../kit/streams.ts';
import { keyOf } from '../vocabulary/vocabulary-state.ts';
import { vocabulary, VOCABULARY_ID } from '../vocabulary/vocabulary.decider.ts';
import { candidateViews } from './candidate-views.ts';
import { byRank, cardsOf, countView, inView, rankOf, type Card, type CardSort } from './cards.ts';
import { Evidence } from './evidence.ts';
import { Initials } from './initials.ts';
import { nearKey, nearMatches } from './near-matches.ts';
import { SiteCounts } from './site-counts.ts';

const MOST_IDS = 5000;
const CardKeys = z.tuple([z.number(), z.string()]);

type Query = z.infer<typeof CandidateCardsQuery>;
type Filter = z.infer<typeof CandidateFilter>;
type SizeOf = (rows: readonly ReviewRow[]) => number;

/** The queue of a view, in cards. */
@Injectable()
export class ReviewQueue {
  constructor(
    private readonly evidence: Evidence,
    private readonly counts: SiteCounts,
    private readonly initials: Initials,
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** Throws Rejected `invalid` for an `after` of another list. */
  async page({ sort, after, limit, ...filter }: Query, viewerId: string): Promise<z.infer<typeof CandidateCardPage>> {
    const [rank, key] = after === undefined ? [-Infinity, ''] : keysIn(after, CardKeys, 'a list of candidates');

    return atOneMoment(this.pool, async (db) => {
      const rows = await listReviewRows(db, filter);
      const shown = inView(filter, rows);
      const sizeOf = await this.sizes(db, sort, shown);
      const ranked = cardsOf(shown)
        .map((card) => ({ card, key: card.key, rank: rankOf(sort, card, sizeOf) }))
        .sort(byRank);
      const from = after === undefined ? 0 : ranked.findIndex((one) => byRank(one, { rank, key }) > 0);
      const page = from === -1 ? [] : ranked.slice(from, from + limit);
      const last = page.at(-1);
      const isMore = last !== undefined && ranked.at(-1) !== last;

      return {
        cards: await this.views(
          db,
          page.map(({ card }) => card),
        ),
        ...countView(filter, rows, viewerId),
        next: isMore ? cursorOf([last.rank, last.key]) : null,
      };
    });
  }

  async ids(filter: Filter): Promise<{ ids: string[]; isComplete: boolean }> {
    const rows = inView(filter, await listReviewRows(this.pool, filter));

    return { ids: rows.slice(0, MOST_IDS).map(({ id }) => id), isComplete: rows.length <= MOST_IDS };
  }

  /** What the sorts by frequency and gain compare. */
  private async sizes(db: PoolClient, sort: CardSort, rows: readonly ReviewRow[]): Promise<SizeOf> {
    if (sort === 'frequency') {
      const segments = await this.evidence.of(db, rows);
      const sizes = new Map(rows.map(({ id }, index) => [id, segments[index]!.length]));
      return (own) => own.reduce((sum, { id }) => sum + sizes.get(id)!, 0);
    }
    if (sort !== 'gain') return () => 0;
    // One name for all that fold alike, which stand in the same segments.
    const names = new Map(rows.map(({ foldedName, foundName }) => [foldedName, foundName]));
    const counts = await this.counts.of(db, [...names.values()]);
    const { state } = await this.streams.read(vocabulary, VOCABULARY_ID);
    const entityOf = ({ type, foldedName }: ReviewRow) => {
      const typeId = state.typeIdByName.get(typeName(type));
      return typeId === undefined ? undefined : state.entityIdByName.get(keyOf(typeId, foldedName));
    };
    const known = rows.flatMap((row) => entityOf(row) ?? []);
    const mentions = await countEntityMentions(db, [...new Set(known)]);

    return ([row]) => {
      const entityId = entityOf(row!);
      const counted = entityId === undefined ? 0 : (mentions.get(entityId) ?? 0);
      return Math.max(0, (counts.get(names.get(row!.foldedName)!)?.mentions ?? 0) - counted);
    };
  }

  private async views(db: PoolClient, cards: readonly Card[]): Promise<CandidateCard[]> {
    const rows = await listCandidates(db, { ids: cards.flatMap((card) => card.rows.map(({ id }) => id)) });
    const members = new Map((await candidateViews(db, this.evidence, rows)).map((view) => [view.id, view]));
    const wanted = cards.map(({ foldedName, rows: [first] }) => ({ foldedName, type: first!.type }));
    const near = await nearMatches(db, wanted, await this.initials.read());

    return cards.map((card) => {
      const own = card.rows.flatMap(({ id }) => members.get(id) ?? []).sort(byCertainty);
      const [first] = own as [DiscoveredEntity];

      return {
        key: card.key,
        name: first.name,
        type: first.type,
        typeExists: first.typeExists,
        status: first.status,
        confidence: first.confidence,
        frequency: own.reduce((sum, { frequency }) => sum + frequency, 0),
        members: own,
        near: near.get(nearKey(card.rows[0]!.type, card.foldedName)) ?? [],
      };
    });
  }
}

const byCertainty = (a: DiscoveredEntity, b: DiscoveredEntity): number =>
  Number(b.confidence) - Number(a.confidence) || b.frequency - a.frequency || (a.id < b.id ? -1 : 1);
