import type { ErrorCode } from '@earmark/contracts';
import { DiscoverEntities } from '@earmark/contracts/discovery';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { findEpisode, listEpisodesToSearch } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { z } from 'zod';
import { findNamed } from '../../episodes/named-episodes.ts';
import type { ExitCode, TerminalCommand } from '../../kit/command-line/command.ts';
import type { Output } from '../../kit/command-line/output.ts';
import { UsageError } from '../../kit/command-line/usage-error.ts';
import { Commands } from '../../kit/commands.ts';
import { PG_POOL } from '../../kit/pg.ts';
import { Rejected } from '../../kit/rejected.ts';
import { systemContext } from '../../kit/system-context.ts';

const Options = z.object({ all: z.boolean().default(false) });
/** What would refuse every other episode as well. */
const ENDING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'model-key-refused',
  'model-quota-used-up',
  'model-unknown',
  'not-configured',
]);

/** Searches an episode, the episodes of a podcast in which nothing was proposed yet, or all such episodes. */
@Injectable()
export class DiscoverCommand implements TerminalCommand {
  constructor(
    private readonly commands: Commands,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  async run(args: readonly string[], said: unknown, output: Output): Promise<ExitCode> {
    const { all } = Options.parse(said);
    const [named] = args;
    if (all === (named !== undefined)) throw new UsageError('Name an episode or a podcast, or say --all.');
    try {
      const episodes = await this.meant(named);
      if (episodes.length === 0) {
        output.result({ type: 'nothing', episodes: 0 }, 'No transcript is left in which nothing was proposed.');
        return 0;
      }

      return await this.search(episodes, output);
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      output.warn(error.message);

      return 1;
    }
  }

  /** Undefined: everything. Throws Rejected for a name that means nothing. */
  private async meant(named: string | undefined): Promise<readonly EpisodeUuid[]> {
    if (named === undefined) return listEpisodesToSearch(this.pool, null);
    const meant = await findNamed(this.pool, named);

    return 'episodeUuid' in meant ? [meant.episodeUuid] : listEpisodesToSearch(this.pool, meant.seriesUuid);
  }

  private async search(episodes: readonly EpisodeUuid[], output: Output): Promise<ExitCode> {
    const context = systemContext('command line');
    let done = 0;
    for (const episodeUuid of episodes) {
      const title = (await findEpisode(this.pool, null, episodeUuid))?.episode.name ?? episodeUuid;
      const onLine = ({ level, message }: { level: string; message: string }) =>
        output.result({ type: 'log', level, message, episodeUuid }, `${title}: ${message}`);
      output.progress(`Searching ${title}`);
      try {
        const { proposed } = await this.commands.send(
          new DiscoverEntities({ episodeUuid, batchId: null, onLine }, context),
        );
        output.result({ type: 'complete', status: 'completed', episodeUuid, proposed }, `${title}: Done.`);
        done++;
      } catch (error) {
        if (!(error instanceof Rejected)) throw error;
        const { code, message } = error;
        output.result(
          { type: 'complete', status: 'failed', episodeUuid, errorCode: code, errorMessage: message },
          `${title}: ${message}`,
        );
        if (ENDING.has(code)) break;
      }
    }

    return done === episodes.length ? 0 : done === 0 ? 1 : 2;
  }
}
