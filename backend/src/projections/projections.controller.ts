import { ProjectionList, ProjectionView } from '@earmark/contracts/projections';
import {
  listRequests,
  projectors,
  request,
  tableSizes,
  type Checkpoint,
  type Failure,
  type RequestState,
} from '@earmark/projections/runner';
import { Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Pool } from 'pg';
import { Roles } from '../kit/auth/access.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { answerOfLog } from '../kit/log-answer.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';

type Projector = (typeof projectors)[number];

/** The most events that are counted. */
const COUNTED_LAG = 500;

/** The state of the projections, and repairs when one has stopped. */
@ApiTags('operations')
@Roles('analyst')
@Controller('api/admin/projections')
export class ProjectionsController {
  constructor(
    private readonly checkpoints: Checkpoints,
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Get()
  @ApiOperation({ summary: 'The state of the projections', description: 'Without the log: what the tables know.' })
  @ApiOkResponse({ standardSchema: ProjectionList })
  async list(): Promise<ProjectionList> {
    const requests = await this.requests();
    const foreignEvents = await answerOfLog(async () => this.streams.log.foreignEvents());
    // A log that does not answer is waited for once.
    const head = foreignEvents === null ? null : await this.head();
    const checkpoints = await this.checkpoints.list();
    const views: ProjectionView[] = [];
    for (const projector of projectors) {
      const checkpoint = checkpoints.find(({ name }) => name === projector.name) ?? null;
      views.push(await this.view(projector, requests.get(projector.name) ?? null, checkpoint, head));
    }

    return { projections: views, foreignEvents };
  }

  @Post(':name/rebuild')
  @ApiOperation({
    summary: 'Rebuilds a projection',
    description: 'Beside the live tables, which are swapped once the new ones have caught up.',
  })
  @HttpCode(202)
  @ApiAcceptedResponse({ standardSchema: ProjectionView })
  async rebuild(@Param('name') name: string): Promise<ProjectionView> {
    const { projector, asked } = await this.find(name);
    // A repeated request counts once.
    if (asked.request === null) await request(this.pool, [name], 'rebuild');

    return this.answer(projector);
  }

  @Post(':name/retry')
  @ApiOperation({ summary: 'Retries the event at which a projection stopped' })
  @HttpCode(202)
  @ApiAcceptedResponse({ standardSchema: ProjectionView })
  async retry(@Param('name') name: string): Promise<ProjectionView> {
    const { projector, asked } = await this.find(name);
    if (!(await this.checkpoints.find(name))?.failure)
      throw new Rejected('projection-running', `The projection ${name} has not stopped; there is nothing to retry.`);
    if (asked.request === null) await request(this.pool, [name], 'retry');

    return this.answer(projector);
  }

  /** Throws Rejected: not-found, tables-building. */
  private async find(name: string): Promise<{ projector: Projector; asked: RequestState }> {
    const projector = projectors.find((one) => one.name === name);
    if (!projector) throw new Rejected('not-found', `There is no projection "${name.slice(0, 60)}".`);
    const asked = (await this.requests()).get(name);
    if (!asked) throw new Rejected('tables-building', `The tables of ${name} are being built for the first time.`);

    return { projector, asked };
  }

  private async answer(projector: Projector): Promise<ProjectionView> {
    const asked = (await this.requests()).get(projector.name) ?? null;

    return this.view(projector, asked, await this.checkpoints.find(projector.name), await this.head());
  }

  private async requests(): Promise<Map<string, RequestState>> {
    return new Map((await listRequests(this.pool)).map((one) => [one.name, one]));
  }

  /** Of the log; null: it does not answer. */
  private async head(): Promise<bigint | null> {
    return answerOfLog(async () => this.streams.log.head());
  }

  private async view(
    projector: Projector,
    asked: RequestState | null,
    checkpoint: Checkpoint | null,
    head: bigint | null,
  ): Promise<ProjectionView> {
    const { name, version } = projector;
    const position = checkpoint?.position ?? 0n;
    const log = head === null ? null : await answerOfLog(async () => this.lag(position, head));
    const progress = asked?.progress ?? null;

    return {
      name,
      version,
      // A projection that could never be built has a row only for its failure.
      builtVersion: checkpoint && checkpoint.version > 0 ? checkpoint.version : null,
      state: stateOf(checkpoint, asked, log && checkpoint?.version === version && log.lag === 0),
      position: position.toString(),
      head: log === null ? null : String(head),
      lag: log?.lag ?? null,
      lagIsMore: log?.lagIsMore ?? false,
      eventsPerSecond: progress?.eventsPerSecond ?? this.checkpoints.eventsPerSecond(name),
      progress,
      failure: checkpoint?.failure ? await this.failure(checkpoint.failure, log !== null) : null,
      outcome: asked?.outcome ?? null,
      tables: await tableSizes(this.pool, projector),
    };
  }

  private async lag(position: bigint, head: bigint): Promise<{ lag: number; lagIsMore: boolean }> {
    const lag = position < head ? await this.streams.log.countAfter(position, COUNTED_LAG + 1) : 0;

    return { lag: Math.min(lag, COUNTED_LAG), lagIsMore: lag > COUNTED_LAG };
  }

  /** Includes the event itself, so that a person can see what is wrong with it. */
  private async failure(failure: Failure, isLogUp: boolean): Promise<ProjectionView['failure']> {
    const { position, eventId, type, stream, revision, error } = failure;
    const known = { position, type, message: error, eventId: eventId || null, stream: stream ?? null };
    if (stream === undefined || revision === undefined || !isLogUp) return { ...known, data: null };
    const event = await answerOfLog(async () => {
      for await (const found of this.streams.log.readStream(stream, { from: revision, limit: 1 })) return found;

      return null;
    });

    return { ...known, data: event?.data ?? null };
  }
}

/** `isLevel`: with the log; null when that does not answer. */
function stateOf(
  checkpoint: Checkpoint | null,
  asked: RequestState | null,
  isLevel: boolean | null,
): ProjectionView['state'] {
  if (asked?.request === 'rebuild' || asked?.request === 'rebuilding' || asked?.progress) return 'rebuilding';
  if (checkpoint?.failure) return 'stopped';

  if (isLevel === null) return 'unknown';

  return isLevel ? 'live' : 'behind';
}
