import { AdvancedSearchQuery } from '@earmark/contracts/search';
import { findPassages } from '@earmark/projections/queries';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { readStamp, stampWords } from '../export/export-stamp.ts';
import { callerLeft, currentCaller } from '../kit/call.ts';
import { allowDownload, sendParts, untilGone } from '../kit/download.ts';
import { Places } from '../kit/places.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { csvOf, jsonLinesOf, rssOf, SEARCH_FORMS, type SearchExport } from './search-export.ts';
import { Searches } from './searches.ts';

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
} as const;

/** Searches as files and feeds. Every one names the last event before it. */
@ApiTags('search')
@Controller('api/search')
export class SearchExportController {
  /** Each holds a connection until its reader has everything. */
  private readonly places = new Places({
    atOnce: 3,
    perCaller: 1,
    waiting: 10,
    waitingPerCaller: 2,
    busy: 'Too many exports are running. Try again in a moment.',
    retryAfterSeconds: 10,
  });

  constructor(
    private readonly searches: Searches,
    private readonly streams: Streams,
  ) {}

  @Get('advanced.:form')
  @ApiOperation({ summary: 'All passages found, as CSV or JSON lines; as RSS, the 50 newest' })
  @ApiProduces('text/csv', 'application/x-ndjson', 'application/rss+xml')
  async download(
    @Param('form') wanted: string,
    @Query({ schema: AdvancedSearchQuery }) { after: _after, limit: _limit, ...search }: AdvancedSearchQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const form = z.enum(SEARCH_FORMS).safeParse(wanted);
    if (!form.success)
      throw new Rejected('not-found', 'A search is available as advanced.csv, advanced.jsonl or advanced.rss.');
    const download = async () =>
      this.searches.run(async (db, libraries, lost) => {
        const asked = form.data === 'rss' ? { ...search, sortBy: 'date' as const } : search;
        const { criteria, unknown, passages } = await findPassages(db, libraries, asked);
        // A page says what it left out. A file or a feed would quietly have everything instead.
        if (unknown.length > 0) throw new Rejected('not-found', unknown.join(' '));
        await allowDownload(db);
        const stamp = await readStamp(db, this.streams.log);
        const found: SearchExport = { stamp, criteria, passages };
        response.set({ 'Content-Type': TYPES[form.data], 'Cache-Control': 'no-store', 'X-As-Of': stampWords(stamp) });
        if (form.data === 'rss') {
          const origin = `${request.protocol}://${request.get('host') ?? ''}`;
          response.send(await rssOf(found, { origin, self: request.originalUrl }));
          return;
        }
        response.attachment(`search.${form.data}`).set('Content-Type', TYPES[form.data]);
        await sendParts(form.data === 'csv' ? csvOf(found) : jsonLinesOf(found), response, lost);
      });
    await untilGone(async () => this.places.take(currentCaller(), download, callerLeft()));
  }
}
