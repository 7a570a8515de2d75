import { Controller, Get, Logger, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Viewer } from '../kit/auth/by.decorators.ts';
import { WhoIsSignedIn, type SignedIn } from '../kit/auth/signed-in.ts';
import { callerOf } from '../kit/call.ts';
import { mostConnections } from '../kit/open-files.ts';
import { Places } from '../kit/places.ts';
import { lastSeenOf, ServerSentEvents } from '../kit/process/server-sent-events.ts';
import { LiveFeed, type PositionedItem } from './live-feed.ts';

@ApiTags('live feed')
@Controller('api/events')
export class LiveFeedController {
  private readonly logger = new Logger(LiveFeedController.name);

  /** Each is an open connection: half of those that the process can hold are left for calls. */
  private readonly places = new Places({
    atOnce: Math.min(1000, Math.floor(mostConnections() / 2)),
    perCaller: 100,
    busy: 'Too many pages are following the changes live. Reload this page now and then instead.',
    retryAfterSeconds: 60,
  });

  constructor(
    private readonly feed: LiveFeed,
    private readonly whoIsSignedIn: WhoIsSignedIn,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Follows what happens',
    description: 'Server-sent events; resumes after `Last-Event-ID`, or sends `reset` when that is too long ago.',
  })
  @ApiProduces('text/event-stream')
  events(@Req() request: Request, @Res() response: Response, @Viewer() viewer: SignedIn | null): void {
    const leave = this.places.enter(callerOf(request));
    const events = new ServerSentEvents(response, {
      heartbeatMs: this.feed.heartbeatMs,
      mayRead: async () => viewer === null || (await this.whoIsSignedIn.find(request))?.role === viewer.role,
      report: (line) => this.logger.warn(line),
    });
    events.signal.addEventListener('abort', leave, { once: true });
    if (events.signal.aborted) return leave();
    const send = ({ item, actorId, forAdmins }: PositionedItem) => {
      const described = viewer?.role === 'admin' ? { ...item, ...forAdmins } : item;
      const data = viewer === null ? described : { ...described, own: actorId === viewer.id };
      events.send({ id: item.position, data });
    };

    const seen = lastSeenOf(request);
    const missed = seen === null ? [] : this.feed.since(seen);
    const sendHead = (event: 'reset' | 'hello') => events.send({ id: String(this.feed.head), event, data: {} });
    const reset = () => sendHead('reset');
    if (missed === null) reset();
    else for (const item of missed) send(item);
    // Sends the starting position, so that a connection lost before the first event can also resume.
    if (request.get('last-event-id') === undefined) sendHead('hello');

    const after = missed === null || seen === null ? this.feed.head : seen;
    const unsubscribe = this.feed.subscribe(send, after, reset);
    events.signal.addEventListener('abort', unsubscribe, { once: true });
    if (viewer === null) return;
    const unwatch = this.whoIsSignedIn.watch(request, viewer, () => {
      unsubscribe();
      events.end();
    });
    events.signal.addEventListener('abort', unwatch, { once: true });
  }
}
