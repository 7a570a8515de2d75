import {
  ApproveRequest,
  BulkApproveRequest,
  BulkRejectRequest,
  CandidateId,
  CorrectTypeRequest,
  DecideCandidates,
  DecisionAnswer,
  EditCandidateRequest,
  RejectRequest,
  type CandidateDecision,
  type CandidateStatus,
} from '@earmark/contracts/discovery';
import type { Context } from '@earmark/contracts/kit';
import { EntityId } from '@earmark/contracts/vocabulary';
import { Body, Controller, HttpCode, Param, Patch, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { z } from 'zod';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { Rejected } from '../kit/rejected.ts';
import { uuidOf } from '../kit/uuid-of.ts';

type Answer = z.infer<typeof DecisionAnswer>;

interface Order {
  readonly ids: readonly CandidateId[];
  readonly decision: CandidateDecision;
  /** Null: any. */
  readonly expected: readonly CandidateStatus[] | null;
  readonly bulkId: string | undefined;
}

/** Decisions about what was proposed. All of one `bulkId` are undone together. */
@ApiTags('discovery')
@Controller('api/admin/discovered-entities')
export class DecisionsController {
  constructor(
    private readonly commands: Commands,
    private readonly checkpoints: Checkpoints,
  ) {}

  @Post(':id/approve')
  @ApiOperation({
    summary: 'Adds a candidate to its episode; with `everywhere`, also to the vocabulary',
    description: '409 `entity-type-missing` when there is no such category yet.',
  })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: DecisionAnswer })
  async approve(
    @Param('id') id: string,
    @Body({ schema: ApproveRequest }) body: z.infer<typeof ApproveRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<Answer> {
    const { createEntity, expectedStatus, bulkId } = body;
    if (!createEntity && !body.entityId)
      throw new Rejected('invalid', 'Say which entity the name belongs to: the field "entityId" is missing.');

    return this.decideOne(
      { ids: [candidateOf(id)], decision: approvalOf(body), expected: [expectedStatus ?? 'pending'], bulkId },
      response,
      by,
    );
  }

  @Post(':id/reject')
  @ApiOperation({ summary: 'Rejects a candidate', description: 'An approved one is taken out of the episode.' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: DecisionAnswer })
  async reject(
    @Param('id') id: string,
    @Body({ schema: RejectRequest }) body: z.infer<typeof RejectRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<Answer> {
    const { expectedStatus, bulkId } = body;
    const expected: CandidateStatus[] = expectedStatus === undefined ? ['pending', 'approved'] : [expectedStatus];

    return this.decideOne({ ids: [candidateOf(id)], decision: rejectionOf(body), expected, bulkId }, response, by);
  }

  @Post(':id/correct-type')
  @ApiOperation({ summary: 'Moves a candidate to another category' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: DecisionAnswer })
  async correctType(
    @Param('id') id: string,
    @Body({ schema: CorrectTypeRequest }) { newType, expectedStatus, bulkId }: z.infer<typeof CorrectTypeRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<Answer> {
    const decision = { type: 'correct-type', category: newType } as const;
    const expected = expectedStatus === undefined ? null : [expectedStatus];

    return this.decideOne({ ids: [candidateOf(id)], decision, expected, bulkId }, response, by);
  }

  @Patch(':id/edit')
  @ApiOperation({
    summary: 'Changes a candidate',
    description: 'Fields that are left out stay; an empty `url` removes it.',
  })
  @ApiOkResponse({ standardSchema: DecisionAnswer })
  async edit(
    @Param('id') id: string,
    @Body({ schema: EditCandidateRequest }) body: z.infer<typeof EditCandidateRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<Answer> {
    const { name, type: category, status, url, expectedStatus, bulkId } = body;
    const decision = {
      type: 'edit',
      name,
      category,
      status,
      url: url === undefined ? undefined : url || null,
    } as const;
    const expected = expectedStatus === undefined ? null : [expectedStatus];

    return this.decideOne({ ids: [candidateOf(id)], decision, expected, bulkId }, response, by);
  }

  @Post('bulk-approve')
  @ApiOperation({ summary: 'Approves many candidates, to be undone together' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: DecisionAnswer })
  async bulkApprove(
    @Body({ schema: BulkApproveRequest }) body: z.infer<typeof BulkApproveRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<Answer> {
    const { entityIds: ids, expectedStatus = 'pending', bulkId } = body;

    return this.decide({ ids, decision: approvalOf(body), expected: [expectedStatus], bulkId }, response, by);
  }

  @Post('bulk-reject')
  @ApiOperation({ summary: 'Rejects many candidates, to be undone together' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: DecisionAnswer })
  async bulkReject(
    @Body({ schema: BulkRejectRequest }) body: z.infer<typeof BulkRejectRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<Answer> {
    const { entityIds: ids, expectedStatus = 'pending', bulkId } = body;

    return this.decide({ ids, decision: rejectionOf(body), expected: [expectedStatus], bulkId }, response, by);
  }

  /** What a rule forbids is the answer; what somebody else decided meanwhile is reported in it. */
  private async decideOne(order: Order, response: Response, by: Context): Promise<Answer> {
    return this.decide(order, response, by, ({ code, why }) => {
      if (code !== 'candidate-decided') throw new Rejected(code, why);
    });
  }

  private async decide(
    { ids, decision, expected, bulkId }: Order,
    response: Response,
    by: Context,
    onFailed: (failed: Failed) => void = () => {},
  ): Promise<Answer> {
    const context = bulkId === undefined ? by : { ...by, correlationId: bulkId };
    const { position, changed, failed } = await this.commands.send(
      new DecideCandidates({ candidateIds: ids, expected, decision }, context),
    );
    for (const one of failed) onFailed(one);
    const answer = {
      success: failed.length === 0,
      changed,
      failed: failed.map(({ id, why }) => ({ id, why })),
      correlationId: context.correlationId,
    };

    return answerWhenProjected(this.checkpoints, response, { position }, answer);
  }
}

type Failed = Awaited<DecideCandidates['result']>['failed'][number];

const candidateOf = (id: string): CandidateId => uuidOf(id, 'candidate', CandidateId);

const approvalOf = (body: z.infer<typeof BulkApproveRequest> | z.infer<typeof ApproveRequest>): CandidateDecision => ({
  type: 'approve',
  scope: body.scope,
  name: body.correctedEntityName || null,
  category: body.correctedEntityType || null,
  url: body.adminUrl || null,
  notes: body.adminNotes || null,
  into: body.entityId ? EntityId.parse(body.entityId) : null,
});

const rejectionOf = ({
  scope,
  adminNotes,
}: Pick<z.infer<typeof RejectRequest>, 'scope' | 'adminNotes'>): CandidateDecision => ({
  type: 'reject',
  scope,
  notes: adminNotes || null,
});
