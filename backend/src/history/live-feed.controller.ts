import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Viewer } from '../kit/auth/by.decorators.ts';
import { WhoIsSignedIn, type SignedIn } from '../kit/auth/signed-in.ts';
import { LiveFeed, type PositionedItem } from './live-feed.ts';

const RETRY_MS = 3000;
/** A reader who does not take what is sent is dropped; it comes back with its last id. */
const MOST_UNSENT_BYTES = 1024 * 1024;

@ApiTags('live feed')
@Controller('api/events')
export class LiveFeedController {
  constructor(
    private readonly feed: LiveFeed,
    private readonly whoIsSignedIn: WhoIsSignedIn,
  ) {}

  /** Server-sent events; resumes after `Last-Event-ID`, or says `reset` when that is too long ago. */
  @Get()
  @ApiProduces('text/event-stream')
  events(@Req() request: Request, @Res() response: Response, @Viewer() viewer: SignedIn | null): void {
    response.status(200).set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    response.write(`retry: ${RETRY_MS}\n\n`);
    const send = ({ item, actorId, forAdmins }: PositionedItem) => {
      const told = viewer?.role === 'admin' ? { ...item, ...forAdmins } : item;
      const data = viewer === null ? told : { ...told, own: actorId === viewer.id };
      response.write(`id: ${item.position}\ndata: ${JSON.stringify(data)}\n\n`);
      if (response.writableLength > MOST_UNSENT_BYTES) response.destroy();
    };

    const last = request.get('last-event-id');
    const seen = last !== undefined && /^\d{1,30}$/.test(last) ? BigInt(last) : null;
    const missed = seen === null ? [] : this.feed.since(seen);
    if (missed === null) response.write(`event: reset\nid: ${this.feed.head}\ndata: {}\n\n`);
    else for (const item of missed) send(item);
    // Names the place where it starts, so that a loss before the first event is made good too.
    if (last === undefined) response.write(`id: ${this.feed.head}\nevent: hello\ndata: {}\n\n`);

    const unsubscribe = this.feed.subscribe(send, missed === null || seen === null ? this.feed.head : seen);
    const heartbeat = setInterval(() => {
      response.write(': still here\n\n');
      if (viewer !== null) void this.endWithoutRole(request, response, viewer);
    }, this.feed.heartbeatMs);
    response.on('close', () => {
      clearInterval(heartbeat);
      unsubscribe();
    });
  }

  /** Who has another role by now, or is signed out, comes back as what they are. */
  private async endWithoutRole(request: Request, response: Response, { role }: SignedIn): Promise<void> {
    try {
      if ((await this.whoIsSignedIn.find(request))?.role !== role) response.end();
    } catch {
      // Nobody can tell while the database is away; the next heartbeat asks again, and nothing new is told meanwhile.
    }
  }
}
