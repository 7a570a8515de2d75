import { Addition, AdditionRequest, AdditionsAnswer, AdditionStarted } from '@earmark/contracts/series';
import type { Context } from '@earmark/contracts/kit';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { By, Viewer } from '../kit/auth/by.decorators.ts';
import { WhoIsSignedIn, type SignedIn } from '../kit/auth/signed-in.ts';
import { REPORT, type Report } from '../kit/core.ts';
import { messageOf, pause } from '../kit/process/pause.ts';
import { ServerSentEvents } from '../kit/process/server-sent-events.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { Additions } from './additions.ts';
import { AdditionsProcess } from './additions.process.ts';
import { AdditionsStore } from './additions.store.ts';

const LOOK_MS = 500;

@ApiTags('series')
@Controller('api/admin/additions')
export class AdditionsController {
  constructor(
    private readonly additions: Additions,
    private readonly process: AdditionsProcess,
    private readonly store: AdditionsStore,
    private readonly whoIsSignedIn: WhoIsSignedIn,
    @Inject(REPORT) private readonly report: Report,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Adds episodes of a podcast, or podcasts by their feeds, in the background' })
  @HttpCode(201)
  @ApiCreatedResponse({ standardSchema: AdditionStarted })
  async begin(
    @Body({ schema: AdditionRequest }) request: AdditionRequest,
    @By() by: Context,
  ): Promise<z.infer<typeof AdditionStarted>> {
    return { id: await this.additions.begin(request, by) };
  }

  @Get()
  @ApiOperation({ summary: 'Additions that are running or ended within the last hour, newest first' })
  @ApiOkResponse({ standardSchema: AdditionsAnswer })
  async list(): Promise<z.infer<typeof AdditionsAnswer>> {
    return { additions: await this.store.list() };
  }

  @Get(':id')
  @ApiOperation({ summary: 'One addition' })
  @ApiOkResponse({ standardSchema: Addition })
  async view(@Param('id') id: string): Promise<Addition> {
    return this.store.get(uuidOf(id, 'addition'));
  }

  @Get(':id/events')
  @ApiOperation({
    summary: 'Follows an addition',
    description:
      'Server-sent events: the Addition whenever something of it has changed; then `complete`, once it has ended.',
  })
  @ApiProduces('text/event-stream')
  async events(
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
    @Viewer() viewer: SignedIn | null,
  ): Promise<void> {
    const first = await this.store.get(uuidOf(id, 'addition'));
    const events = new ServerSentEvents(response, {
      mayRead: async () => (await this.whoIsSignedIn.find(request))?.role === viewer?.role,
      report: this.report,
    });
    if (viewer !== null) {
      const unwatch = this.whoIsSignedIn.watch(request, viewer, () => events.end());
      events.signal.addEventListener('abort', unwatch, { once: true });
    }
    void this.follow(first, events);
  }

  @Post(':id/cancel')
  @ApiOperation({ summary: 'Ends an addition', description: 'What has been added stays.' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: Addition })
  async cancel(@Param('id') id: string): Promise<Addition> {
    const additionId = uuidOf(id, 'addition');
    await this.process.cancel(additionId);

    return this.store.get(additionId);
  }

  private async follow(first: Addition, events: ServerSentEvents): Promise<void> {
    let shown = '';
    try {
      for (let addition = first; !events.signal.aborted; addition = await this.store.get(first.id)) {
        const text = JSON.stringify(addition);
        if (text !== shown) events.send({ data: addition });
        shown = text;
        if (addition.status !== 'running') return events.complete();
        await pause(LOOK_MS, events.signal);
      }
    } catch (error) {
      this.report(`addition ${first.id}: ${messageOf(error)}`);
      // The reader reconnects.
      events.end();
    }
  }
}
