import { randomUUID } from 'node:crypto';
import { GivenUuid, type Context } from '@earmark/contracts/kit';
import {
  AddPatternRequest,
  ChangeVocabulary,
  CreateEntityTypeRequest,
  EditPatternRequest,
  EntityTypeView,
  ImportPatterns,
  PatternFileAnswer,
  PatternId,
  PatternPage,
  PatternTotal,
  PatternView,
  typeName,
} from '@earmark/contracts/vocabulary';
import {
  countPatterns,
  exportPatterns,
  hasAnyContext,
  listEntityTypes,
  listPatterns,
  type PatternFilter,
} from '@earmark/projections/queries';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Logger,
  Param,
  Patch,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Pool } from 'pg';
import { z } from 'zod';
import { ANY_FILE } from '../kit/api-docs.ts';
import { AnyContentType, Roles } from '../kit/auth/access.decorators.ts';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { allowDownload, sendParts, untilGone } from '../kit/download.ts';
import { PG_POOL } from '../kit/pg.ts';
import { problemOf } from '../kit/problem.ts';
import { Parsing } from '../kit/process/parsing.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { Streams } from '../kit/streams.ts';
import { uploadedFile } from '../kit/uploaded-file.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { HeldPatterns } from './held-patterns.ts';
import { NoisyRows } from './noisy-rows.ts';
import { writePatternCsv } from './pattern-file.ts';
import { patternCursor, patternPlace } from './pattern-place.ts';
import { getPattern } from './pattern-view.ts';
import { readPatternFile } from './read-pattern-file.ts';
import { typeId } from './vocabulary-state.ts';

const Deleted = z.object({ success: z.boolean() });
const TotalsQuery = z.object({ entityTypeId: GivenUuid.optional(), q: z.string().trim().max(300).optional() });
const PageQuery = TotalsQuery.extend({ after: z.string().max(4000).optional() });
const ImportQuery = z.object({
  holdNoisy: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
});
const filterOf = ({ entityTypeId, q }: z.infer<typeof TotalsQuery>): PatternFilter => ({
  entityTypeId: entityTypeId ?? null,
  text: q || null,
});

@ApiTags('vocabulary')
@Roles('analyst')
@Controller('api/admin')
export class VocabularyController {
  private readonly logger = new Logger('Vocabulary');

  constructor(
    private readonly commands: Commands,
    private readonly streams: Streams,
    private readonly checkpoints: Checkpoints,
    private readonly parsing: Parsing,
    private readonly noisy: NoisyRows,
    private readonly heldPatterns: HeldPatterns,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Get('entity-types')
  @ApiOperation({ summary: 'Categories' })
  @ApiOkResponse({ standardSchema: z.array(EntityTypeView) })
  async entityTypes(): Promise<EntityTypeView[]> {
    return listEntityTypes(this.pool);
  }

  @Post('entity-types')
  @ApiOperation({ summary: 'Creates a category' })
  @HttpCode(201)
  @ApiCreatedResponse({ standardSchema: EntityTypeView })
  async createEntityType(
    @Body({ schema: CreateEntityTypeRequest }) body: z.infer<typeof CreateEntityTypeRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<EntityTypeView> {
    const { name, iconName, colorClass } = body;
    const displayName = body.displayName ?? name;
    const outcome = await this.commands.send(
      new ChangeVocabulary({ type: 'CreateEntityType', name, displayName, iconName, colorClass }, by),
    );
    const view = { id: typeId(typeName(name)), name: typeName(name), displayName, iconName, colorClass };

    return answerWhenProjected(this.checkpoints, response, outcome, view);
  }

  @Get('entity-patterns')
  @ApiOperation({
    summary: 'Patterns, by entity',
    description: 'Those of all entities whose name, or that of one of their patterns, contains `q`.',
  })
  @ApiOkResponse({ standardSchema: PatternPage })
  async patterns(@Query({ schema: PageQuery }) query: z.infer<typeof PageQuery>): Promise<PatternPage> {
    const place = query.after === undefined ? null : patternPlace(query.after);
    const { patterns, last } = await listPatterns(this.pool, filterOf(query), place);

    return { patterns, next: last && patternCursor(last) };
  }

  @Get('entity-patterns/totals')
  @ApiOperation({ summary: 'How many patterns each category has, or how many a search finds there' })
  @ApiOkResponse({ standardSchema: z.array(PatternTotal) })
  async patternTotals(@Query({ schema: TotalsQuery }) query: z.infer<typeof TotalsQuery>): Promise<PatternTotal[]> {
    return countPatterns(this.pool, filterOf(query));
  }

  @Get('entity-patterns/csv')
  @ApiOperation({ summary: 'The vocabulary as a file that can be imported' })
  @ApiProduces('text/csv')
  async patternFile(@Res() response: Response): Promise<void> {
    const download = async () =>
      atOneMoment(this.pool, async (db, lost) => {
        await allowDownload(db);
        const types = await listEntityTypes(db);
        response.attachment('entity-patterns.csv').type('text/csv');
        const withContext = await hasAnyContext(db);
        await sendParts(writePatternCsv(exportPatterns(db), types, withContext), response, lost);
      });
    await untilGone(download);
  }

  @Post('entity-patterns/csv')
  @ApiOperation({
    summary: 'Imports a file of patterns',
    description:
      'Sent as raw body or as the first file of a multipart form. Existing patterns stay unchanged. With `holdNoisy=true`, names that the texts mostly write as ordinary words are not added but kept in a list, and answered.',
  })
  @HttpCode(200)
  @AnyContentType()
  @ApiConsumes('*/*', 'multipart/form-data')
  @ApiBody({ schema: ANY_FILE })
  @ApiOkResponse({ standardSchema: PatternFileAnswer })
  async importPatternFile(
    @Req() request: Request,
    @Query({ schema: ImportQuery }) { holdNoisy: isHeld }: z.infer<typeof ImportQuery>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<PatternFileAnswer> {
    const whole = await readPatternFile(this.parsing, { bytes: await uploadedFile(request), format: 'csv' });
    const file = isHeld ? await this.noisy.hold(whole, by.actor.id) : { ...whole, held: undefined };
    const add = async () => this.commands.send(new ImportPatterns({ rows: file.rows }, by));
    const { report, noisy } = isHeld ? { report: await add(), noisy: [] } : await this.noisy.importAll(file, add);
    const { added, unchanged, skipped, position, cutOff } = report;
    await this.heldPatterns.forget(file.rows);
    const refused = skipped.map(({ row, reason }) => ({ row: file.places[row]!, reason }));
    if (cutOff !== null) {
      const { status, detail } = problemOf(cutOff.error).problem;
      if (status >= 500) this.logger.error('An import was cut off', cutOff.error);
      const reason = `The import stopped before this row. ${detail}`;
      refused.push(...file.places.slice(cutOff.from).map((row) => ({ row, reason })));
    }
    const answer = {
      added,
      unchanged,
      skipped: [...whole.skipped, ...refused].sort((a, b) => a.row - b.row),
      ...(file.held === undefined ? {} : { held: file.held }),
      ...(noisy.length === 0 ? {} : { noisy }),
    };

    return answerWhenProjected(this.checkpoints, response, { position }, answer);
  }

  @Post('entity-patterns')
  @ApiOperation({ summary: 'Adds a pattern' })
  @HttpCode(201)
  @ApiCreatedResponse({ standardSchema: PatternView })
  async addPattern(
    @Body({ schema: AddPatternRequest }) body: z.infer<typeof AddPatternRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<PatternView> {
    const { name, entity = null, url, ...facts } = body;
    const patternId = PatternId.parse(randomUUID());
    const pattern = { patternId, name, entity, ...facts, url: url || undefined };
    const outcome = await this.commands.send(new ChangeVocabulary({ type: 'AddPattern', pattern }, by));
    await answerWhenProjected(this.checkpoints, response, outcome, null);

    return getPattern(this.streams, patternId);
  }

  @Patch('entity-patterns/:id')
  @ApiOperation({ summary: 'Changes a pattern' })
  @ApiOkResponse({ standardSchema: PatternView })
  async editPattern(
    @Param('id') id: string,
    @Body({ schema: EditPatternRequest }) body: z.infer<typeof EditPatternRequest>,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<PatternView> {
    const patternId = uuidOf(id, 'pattern', PatternId);
    const { id: _id, url, ...changes } = body;
    const outcome = await this.commands.send(
      new ChangeVocabulary(
        { type: 'EditPattern', patternId, changes: { ...changes, ...(url === undefined ? {} : { url: url || null }) } },
        by,
      ),
    );
    await answerWhenProjected(this.checkpoints, response, outcome, null);

    return getPattern(this.streams, patternId);
  }

  @Delete('entity-patterns/:id')
  @ApiOperation({ summary: 'Deletes a pattern' })
  @ApiOkResponse({ standardSchema: Deleted })
  async deletePattern(
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof Deleted>> {
    const outcome = await this.commands.send(
      new ChangeVocabulary({ type: 'DeletePattern', patternId: uuidOf(id, 'pattern', PatternId) }, by),
    );

    return answerWhenProjected(this.checkpoints, response, outcome, { success: true });
  }
}
