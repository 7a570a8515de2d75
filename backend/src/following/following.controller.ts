import { Uuid, type Context } from '@earmark/contracts/kit';
import {
  ChangeSeries,
  FollowAnswer,
  FollowedPodcastsAnswer,
  RefreshAnswer,
  SeriesUuid,
  type FollowedPodcast,
  type SeriesCommand,
} from '@earmark/contracts/series';
import { findFollowable, listFollowable } from '@earmark/projections/queries';
import { Controller, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { By } from '../kit/auth/by.decorators.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { CONFIG } from '../kit/core.ts';
import { cursorOf, keysIn } from '../kit/cursor.ts';
import { PG_POOL } from '../kit/pg.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { quoted, Rejected } from '../kit/rejected.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { sentenceOf } from './check-result.ts';
import { FeedCheckStore } from './feed-checks.store.ts';
import { withFeedStates } from './followed-podcasts.ts';
import { FollowingProcess } from './following.process.ts';

/** A feed with many new transcripts takes longer; the call then answers before its end. */
const MAX_WAIT_MS = 15_000;

const ListQuery = z.object({ after: z.string().max(2000).optional() });
const Keys = z.tuple([z.string(), Uuid]);

/** Which podcasts are followed, and how their feeds are. */
@ApiTags('series')
@Controller('api/admin')
export class FollowingController {
  constructor(
    private readonly commands: Commands,
    private readonly checkpoints: Checkpoints,
    private readonly process: FollowingProcess,
    private readonly store: FeedCheckStore,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Pick<Config, 'FEED_REFRESH_MINUTES'>,
  ) {}

  @Get('followed-series')
  @ApiOperation({ summary: 'Followed podcasts with the state of their feeds' })
  @ApiOkResponse({ standardSchema: FollowedPodcastsAnswer })
  async list(@Query({ schema: ListQuery }) { after }: z.infer<typeof ListQuery>): Promise<FollowedPodcastsAnswer> {
    const keys = after === undefined ? null : keysIn(after, Keys, 'the list of followed podcasts');
    const refreshMinutes = this.config.FEED_REFRESH_MINUTES;

    return atOneMoment(this.pool, async (db) => {
      const { podcasts, last } = await listFollowable(db, keys && { name: keys[0], uuid: keys[1] });

      return {
        podcasts: await withFeedStates(db, this.store, podcasts, refreshMinutes),
        next: last && cursorOf([last.name, last.uuid]),
        refreshMinutes,
      };
    });
  }

  @Post('series/:uuid/follow')
  @ApiOperation({ summary: 'Follows a podcast: its feed is checked regularly' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: FollowAnswer })
  async follow(
    @Param('uuid') uuid: string,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof FollowAnswer>> {
    const { name, isFollowed } = await this.get(uuid);
    const message = isFollowed ? `“${name}” is followed already.` : `“${name}” is followed now.`;

    return this.change('FollowSeries', uuid, message, response, by);
  }

  @Post('series/:uuid/unfollow')
  @ApiOperation({ summary: 'Ends following a podcast' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: FollowAnswer })
  async unfollow(
    @Param('uuid') uuid: string,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof FollowAnswer>> {
    const { name } = await this.get(uuid);

    return this.change('UnfollowSeries', uuid, `“${name}” is not followed any more.`, response, by);
  }

  @Post('series/:uuid/refresh')
  @ApiOperation({
    summary: 'Checks a feed now',
    description: 'A feed that cannot be read is an answer, too: its state says why.',
  })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: RefreshAnswer })
  async refresh(
    @Param('uuid') uuid: string,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<z.infer<typeof RefreshAnswer>> {
    const { name } = await this.get(uuid);
    const result = await this.process.refreshWithin(MAX_WAIT_MS, SeriesUuid.parse(uuid), by);
    if (!result) return { message: `“${name}” is still being refreshed.`, podcast: await this.get(uuid) };
    const position = result.imported?.position ?? null;
    await answerWhenProjected(this.checkpoints, response, { position }, null);
    const podcast = await this.get(uuid);

    return { message: sentenceOf(result, podcast.newEpisodes), podcast };
  }

  private async change(
    type: 'FollowSeries' | 'UnfollowSeries',
    uuid: string,
    message: string,
    response: Response,
    by: Context,
  ): Promise<z.infer<typeof FollowAnswer>> {
    const command: SeriesCommand = { type, seriesUuid: SeriesUuid.parse(uuid) };
    const outcome = await this.commands.send(new ChangeSeries(command, by));
    await answerWhenProjected(this.checkpoints, response, outcome, null);
    if (type === 'FollowSeries') this.process.wake();

    return { message, eventId: outcome.eventIds[0] ?? null };
  }

  /** Throws Rejected `series-unknown`. */
  private async get(uuid: string): Promise<FollowedPodcast> {
    return atOneMoment(this.pool, async (db: PoolClient) => {
      const found = await findFollowable(db, uuid);
      const [podcast] = await withFeedStates(db, this.store, found ? [found] : [], this.config.FEED_REFRESH_MINUTES);
      if (!podcast) throw new Rejected('series-unknown', `There is no podcast ${quoted(uuid)}.`);

      return podcast;
    });
  }
}
