import { randomUUID } from 'node:crypto';
import { GivenUuid, type Context } from '@earmark/contracts/kit';
import {
  AddHeldRequest,
  ChangeVocabulary,
  DEFAULT_COLOR_CLASS,
  DEFAULT_ICON_NAME,
  HeldPatternPage,
  PatternId,
  PatternView,
} from '@earmark/contracts/vocabulary';
import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { Roles } from '../kit/auth/access.decorators.ts';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { Streams } from '../kit/streams.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { HeldPatterns } from './held-patterns.ts';
import { getPattern } from './pattern-view.ts';
import { vocabulary, VOCABULARY_ID } from './vocabulary.decider.ts';
import { typeOfRow } from './vocabulary.import.ts';

const PageQuery = z.object({ after: z.coerce.number().int().min(0).max(1_000_000).default(0) });
const Dropped = z.object({ success: z.boolean() });

/** Names that imports held back. */
@ApiTags('vocabulary')
@Roles('analyst')
@Controller('api/admin/held-patterns')
export class HeldPatternsController {
  constructor(
    private readonly held: HeldPatterns,
    private readonly commands: Commands,
    private readonly streams: Streams,
    private readonly checkpoints: Checkpoints,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Patterns that imports held back' })
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: HeldPatternPage })
  async list(@Query({ schema: PageQuery }) { after }: z.infer<typeof PageQuery>): Promise<HeldPatternPage> {
    return this.held.list(after);
  }

  @Post(':id/add')
  @ApiOperation({
    summary: 'Adds a pattern that was held back',
    description: 'With the proposed options or with those of the file; also its category when there is none.',
  })
  @HttpCode(201)
  @ApiCreatedResponse({ standardSchema: PatternView })
  async add(
    @Param('id') id: string,
    @Body({ schema: AddHeldRequest }) { isQuieter }: z.infer<typeof AddHeldRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<PatternView> {
    const heldId = uuidOf(id, 'held name', GivenUuid);
    const { row, quieter } = await this.held.get(heldId);
    const { entityType, ...typed } = row;
    const { state } = await this.streams.read(vocabulary, VOCABULARY_ID);
    const { entityTypeId, name, displayName } = typeOfRow(state, entityType);
    if (!state.types.has(entityTypeId)) {
      const look = { iconName: DEFAULT_ICON_NAME, colorClass: DEFAULT_COLOR_CLASS };
      await this.commands.send(new ChangeVocabulary({ type: 'CreateEntityType', name, displayName, ...look }, by));
    }
    const patternId = PatternId.parse(randomUUID());
    const pattern = { ...typed, ...(isQuieter ? quieter : null), patternId, entityTypeId, url: typed.url || undefined };
    const outcome = await this.commands.send(new ChangeVocabulary({ type: 'AddPattern', pattern }, by));
    await this.held.drop(heldId);
    await answerWhenProjected(this.checkpoints, response, outcome, null);

    return getPattern(this.streams, patternId);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Drops a pattern that was held back' })
  @ApiOkResponse({ standardSchema: Dropped })
  async drop(@Param('id') id: string): Promise<z.infer<typeof Dropped>> {
    await this.held.drop(uuidOf(id, 'held name', GivenUuid));

    return { success: true };
  }
}
