import { ChangeEpisode, EpisodeUuid } from '@earmark/contracts/episodes';
import type { Context, Outcome } from '@earmark/contracts/kit';
import { ChangeSeries, RemovalRequest, RemovalView, RemovedAnswer, SeriesUuid } from '@earmark/contracts/series';
import { countRemoval, findEpisode } from '@earmark/projections/queries';
import { Body, Controller, Delete, Get, Header, Inject, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Pool, PoolClient } from 'pg';
import type { z } from 'zod';
import { By } from '../kit/auth/by.decorators.ts';
import { getPodcast, missingEpisode } from '../kit/catalogue.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { PG_POOL } from '../kit/pg.ts';
import { answerWhenProjected } from '../kit/projected.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { uuidOf } from '../kit/uuid-of.ts';

type Request = z.infer<typeof RemovalRequest>;
type Answer = z.infer<typeof RemovedAnswer>;

/** Removes podcasts and episodes. The history takes that back: `POST /api/admin/history/{eventId}/revert`. */
@ApiTags('series')
@Controller('api/admin')
export class RemovalController {
  constructor(
    private readonly commands: Commands,
    private readonly checkpoints: Checkpoints,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  @Get('series/:uuid/removal')
  @ApiOperation({ summary: 'What would disappear with a podcast' })
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: RemovalView })
  async ofSeries(@Param('uuid') uuid: string): Promise<RemovalView> {
    const seriesUuid = uuidOf(uuid, 'podcast', SeriesUuid);

    return atOneMoment(this.pool, async (db) => {
      const { name } = await getPodcast(db, seriesUuid);

      return { name, ...(await countRemoval(db, { seriesUuid, episodeUuid: null })) };
    });
  }

  @Delete('series/:uuid')
  @ApiOperation({ summary: 'Removes a podcast, which can be undone' })
  @ApiOkResponse({ standardSchema: RemovedAnswer })
  async removeSeries(
    @Param('uuid') uuid: string,
    @Body({ schema: RemovalRequest }) body: Request,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<Answer> {
    const seriesUuid = uuidOf(uuid, 'podcast', SeriesUuid);
    const { name } = await atOneMoment(this.pool, async (db) => getPodcast(db, seriesUuid));
    const command = new ChangeSeries({ type: 'RemoveSeries', seriesUuid }, because(body, by));

    return this.answer(await this.commands.send(command), name, response);
  }

  @Get('episodes/:uuid/removal')
  @ApiOperation({ summary: 'What would disappear with an episode' })
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({ standardSchema: RemovalView })
  async ofEpisode(@Param('uuid') uuid: string): Promise<RemovalView> {
    const episodeUuid = uuidOf(uuid, 'episode', EpisodeUuid);

    return atOneMoment(this.pool, async (db) => {
      const { title, podcastId } = await getEpisode(db, episodeUuid);

      return { name: title, ...(await countRemoval(db, { seriesUuid: podcastId, episodeUuid })) };
    });
  }

  @Delete('episodes/:uuid')
  @ApiOperation({ summary: 'Removes an episode, which can be undone' })
  @ApiOkResponse({ standardSchema: RemovedAnswer })
  async removeEpisode(
    @Param('uuid') uuid: string,
    @Body({ schema: RemovalRequest }) body: Request,
    @Res({ passthrough: true }) response: Response,
    @By() by: Context,
  ): Promise<Answer> {
    const episodeUuid = uuidOf(uuid, 'episode', EpisodeUuid);
    const { title } = await atOneMoment(this.pool, async (db) => getEpisode(db, episodeUuid));
    const command = new ChangeEpisode({ type: 'RemoveEpisode', episodeUuid }, because(body, by));

    return this.answer(await this.commands.send(command), title, response);
  }

  private async answer(outcome: Outcome, name: string, response: Response): Promise<Answer> {
    // A removal that has nothing to do is refused.
    const answer = { message: `"${name}" was removed.`, eventId: outcome.eventIds[0]! };

    return answerWhenProjected(this.checkpoints, response, outcome, answer);
  }
}

const because = ({ reason }: Request, by: Context): Context => ({ ...by, reason: reason || by.reason });

/** Throws Rejected: episode-unknown, episode-removed, series-removed. */
async function getEpisode(db: PoolClient, episodeUuid: EpisodeUuid) {
  const found = await findEpisode(db, null, episodeUuid);
  if (!found) throw await missingEpisode(db, null, episodeUuid, `There is no episode ${episodeUuid}.`);

  return found.episode;
}
