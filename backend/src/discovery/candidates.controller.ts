import {
  CandidateCardPage,
  CandidateCardsQuery,
  CandidateContexts,
  CandidateFilter,
  CandidateId,
  CandidateIds,
  DecisionEffect,
  DiscoveredEntity,
  EffectRequest,
  QualityView,
  ReviewDecisionPage,
} from '@earmark/contracts/discovery';
import { listCandidates, listQuality, listReviewDecisions, listContexts } from '@earmark/projections/queries';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Pool } from 'pg';
import { z } from 'zod';
import { Viewer } from '../kit/auth/by.decorators.ts';
import type { SignedIn } from '../kit/auth/signed-in.ts';
import { cursorOf, keysIn } from '../kit/cursor.ts';
import { PG_POOL } from '../kit/pg.ts';
import { abortOnDisconnect } from '../kit/process/abort-on-disconnect.ts';
import { Rejected } from '../kit/rejected.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { candidateViews } from './candidate-views.ts';
import { decisionSentence } from './decision-sentence.ts';
import { Effects } from './effect.ts';
import { Evidence } from './evidence.ts';
import { ReviewQueue } from './review-queue.ts';

/** Of the plain list. */
const MOST_CANDIDATES = 1000;
const MOST_CONTEXTS = 500;
const DECISIONS = 50;
const DecisionKeys = z.tuple([z.string().regex(/^\d{1,19}$/)]);
const DecisionsQuery = z.object({
  mine: z.enum(['true', 'false']).default('false'),
  after: z.string().max(500).optional(),
});

/** What was proposed, for review. */
@ApiTags('discovery')
@Controller('api/admin/discovered-entities')
export class CandidatesController {
  constructor(
    private readonly evidence: Evidence,
    private readonly queue: ReviewQueue,
    private readonly effects: Effects,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Get()
  @ApiOperation({ summary: 'The newest 1,000 candidates' })
  @ApiOkResponse({ standardSchema: z.array(DiscoveredEntity) })
  async list(): Promise<DiscoveredEntity[]> {
    return atOneMoment(this.pool, async (db) =>
      candidateViews(db, this.evidence, await listCandidates(db, { ids: null, limit: MOST_CANDIDATES })),
    );
  }

  @Get('cards')
  @ApiOperation({ summary: 'Candidates for review', description: 'What has the same name and status is one card.' })
  @ApiOkResponse({ standardSchema: CandidateCardPage })
  async cards(
    @Query({ schema: CandidateCardsQuery }) query: z.infer<typeof CandidateCardsQuery>,
    @Viewer() viewer: SignedIn | null,
  ): Promise<z.infer<typeof CandidateCardPage>> {
    return this.queue.page(query, viewer?.id ?? '');
  }

  @Get('ids')
  @ApiOperation({ summary: 'Ids of all candidates of a view, for decisions about many' })
  @ApiOkResponse({ standardSchema: CandidateIds })
  async ids(
    @Query({ schema: CandidateFilter }) filter: z.infer<typeof CandidateFilter>,
  ): Promise<z.infer<typeof CandidateIds>> {
    return this.queue.ids(filter);
  }

  @Get('decisions')
  @ApiOperation({
    summary: 'What was decided, newest first',
    description: 'What shares a correlation id is one decision.',
  })
  @ApiOkResponse({ standardSchema: ReviewDecisionPage })
  async decisions(
    @Query({ schema: DecisionsQuery }) { mine, after }: z.infer<typeof DecisionsQuery>,
    @Viewer() viewer: SignedIn | null,
  ): Promise<z.infer<typeof ReviewDecisionPage>> {
    const [before] = after === undefined ? [null] : keysIn(after, DecisionKeys, 'a list of decisions');
    const actorId = mine === 'true' ? (viewer?.id ?? '') : null;
    const rows = await listReviewDecisions(this.pool, { actorId, before, limit: DECISIONS + 1 });
    const page = rows.slice(0, DECISIONS);

    return {
      decisions: page.map((row) => ({
        correlationId: row.correlationId,
        at: row.at.toISOString(),
        actor: row.actor,
        sentence: decisionSentence(row),
        candidateIds: row.candidateIds,
        count: row.candidateIds.length,
        isUndone: row.isUndone,
      })),
      next: rows.length > DECISIONS ? cursorOf([page.at(-1)!.position]) : null,
    };
  }

  @Get('quality')
  @ApiOperation({ summary: 'What became of the proposals, by model' })
  @ApiOkResponse({ standardSchema: QualityView })
  async quality(): Promise<z.infer<typeof QualityView>> {
    return { rows: await listQuality(this.pool) };
  }

  @Get(':id/contexts')
  @ApiOperation({ summary: 'Where a candidate stands, the first 500 segments' })
  @ApiOkResponse({ standardSchema: CandidateContexts })
  async contexts(@Param('id') id: string): Promise<z.infer<typeof CandidateContexts>> {
    const candidateId = uuidOf(id, 'candidate', CandidateId);

    return atOneMoment(this.pool, async (db) => {
      const [row] = await listCandidates(db, { ids: [candidateId] });
      if (!row) throw new Rejected('candidate-unknown', `There is no candidate ${candidateId}.`);
      const { episodeUuid, foundName: name } = row;
      const [segments = []] = await this.evidence.of(db, [row]);
      const wanted = segments.slice(0, MOST_CONTEXTS).map((segmentId) => ({ episodeUuid, segmentId, name }));

      return { contexts: [...(await listContexts(db, wanted)).values()] };
    });
  }

  @Post('effect')
  @ApiOperation({ summary: 'What a decision would do, in one sentence', description: 'Nothing is recorded.' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: DecisionEffect })
  async effect(
    @Body({ schema: EffectRequest }) request: z.infer<typeof EffectRequest>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DecisionEffect> {
    return this.effects.of(request, abortOnDisconnect(response));
  }
}
