import { EntryChanges, HistoryEntries } from '@earmark/contracts/history';
import { GivenUuid } from '@earmark/contracts/kit';
import type { Db } from '@earmark/projections/queries';
import { Controller, Get, Header, Inject, Param, Query, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Pool } from 'pg';
import { z } from 'zod';
import { positionIn } from '../kit/as-of-place.ts';
import { Viewer } from '../kit/auth/by.decorators.ts';
import type { SignedIn } from '../kit/auth/signed-in.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import { forCaller } from '../kit/snapshot.ts';
import { Streams } from '../kit/streams.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { HistoryEntryPages } from './history-entries.ts';
import { HistoryGuard } from './history.guard.ts';
import { filterOf, HistoryQuery, mayRead, readerOf } from './history-query.ts';
import { ofEntity, ofEpisode, ofEverything, ofStream, type Source } from './history-sources.ts';
import { Narrator } from './narrator.ts';
import { idOf } from './reverting.ts';

const GivenInstant = z.iso.datetime({ offset: true }).transform((instant) => new Date(instant));
/** Of the whole log, also by time and by the words of a change. */
const EntriesQuery = HistoryQuery.extend({
  from: GivenInstant.optional(),
  to: GivenInstant.optional(),
  text: z.string().trim().min(1).max(200).optional(),
});
type EntriesQuery = z.infer<typeof EntriesQuery>;
const ChangesQuery = EntriesQuery.extend({ after: z.coerce.number().int().min(0).max(1_000_000).default(0) });

@ApiTags('history')
@Controller('api/history/entries')
export class EntriesController {
  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'History, one entry per request',
    description: 'Like `/api/history`, but what one save changed stands together.',
  })
  @UseGuards(HistoryGuard)
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: HistoryEntries })
  async list(
    @Query({ schema: EntriesQuery }) query: EntriesQuery,
    @Viewer() viewer: SignedIn | null,
  ): Promise<HistoryEntries> {
    const before = query.before === undefined ? null : await positionIn(this.streams.log, query.before);

    return forCaller(this.pool, async (db) => (await this.pages(query, viewer, db)).list(before));
  }

  @Get(':correlationId')
  @ApiOperation({ summary: 'The changes of one entry, in the order of the document' })
  @UseGuards(HistoryGuard)
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: EntryChanges })
  async changes(
    @Param('correlationId') correlationId: string,
    @Query({ schema: ChangesQuery }) { after, ...query }: z.infer<typeof ChangesQuery>,
    @Viewer() viewer: SignedIn | null,
  ): Promise<EntryChanges> {
    const id = uuidOf(correlationId, 'entry', GivenUuid);

    return forCaller(this.pool, async (db) => (await this.pages(query, viewer, db)).changes(id, after));
  }

  private async pages(query: EntriesQuery, viewer: SignedIn | null, db: Db): Promise<HistoryEntryPages> {
    return new HistoryEntryPages(this.streams, db, await this.source(query, viewer, db), readerOf(viewer));
  }

  private async source(query: EntriesQuery, viewer: SignedIn | null, db: Db): Promise<Source> {
    const { stream, episodeUuid, entityId, from = null, to = null, text = null } = query;
    if (stream !== undefined && episodeUuid !== undefined)
      throw new Rejected('invalid', 'Ask for the history of a stream or of an episode, not of both.');
    if (episodeUuid !== undefined) return ofEpisode(this.streams, db, episodeUuid);
    if (stream !== undefined) {
      const isRecount = stream.startsWith('recount-') && stream !== 'recount-main';
      const mentioning = entityId ?? query.patternId ?? query.entityTypeId ?? query.segmentId ?? null;

      return isRecount
        ? ofStream(this.streams, db, 'recount-main', idOf(stream))
        : ofStream(this.streams, db, stream, mentioning);
    }
    if (entityId !== undefined) return ofEntity(this.streams, db, entityId);
    const filter = await filterOf(query, viewer, db);

    return ofEverything(
      this.streams,
      { ...filter, mayRead: (name) => mayRead(viewer, name) },
      { from, to },
      text,
      new Narrator(this.streams, db),
    );
  }
}
