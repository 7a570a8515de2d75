import { EpisodeRemoved, EpisodeRestored, type EpisodeUuid } from '@earmark/contracts/episodes';
import { SeriesRemoved, SeriesRestored } from '@earmark/contracts/series';
import { TranscriptActivated } from '@earmark/contracts/transcripts';
import { RemoveUpload, RestoreUpload } from '@earmark/contracts/uploads';
import type { EventLog } from '@earmark/projections/event-log';
import { listUploadsOf } from '@earmark/projections/queries';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { EVENT_LOG, REPORT, type Report } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Leases } from '../kit/process/lease.ts';
import { defineReaction } from '../kit/process/reaction.ts';
import { Reactor } from '../kit/process/reactor.ts';

/** The assistant must not answer from what was removed, and does so again when it is back. */
@Injectable()
export class RemovedEpisodes implements OnModuleDestroy {
  private readonly reactor: Reactor;

  constructor(
    commands: Commands,
    checkpoints: Checkpoints,
    leases: Leases,
    @Inject(PG_POOL) pool: Pool,
    @Inject(EVENT_LOG) log: EventLog,
    @Inject(REPORT) report: Report,
  ) {
    const uploadsOf = async (seriesUuid: string, position: bigint, signal: AbortSignal) => {
      // The tables have to know every upload that came before.
      while (!(await checkpoints.passed(position))) signal.throwIfAborted();

      return (await listUploadsOf(pool, seriesUuid)) as EpisodeUuid[];
    };
    const reaction = defineReaction({
      name: 'uploads of removed episodes',
      readsFrom: [EpisodeRemoved, EpisodeRestored, SeriesRemoved, SeriesRestored, TranscriptActivated],
      startsFrom: 'now',
      on: {
        EpisodeRemoved: async ({ data: { episodeUuid } }, { context }) => {
          await commands.send(new RemoveUpload({ episodeUuid, reason: 'episode-removed' }, context));
        },
        EpisodeRestored: async ({ data: { episodeUuid } }, { context }) => {
          await commands.send(new RestoreUpload({ episodeUuid }, context));
        },
        SeriesRemoved: async ({ data: { seriesUuid }, position }, { context, signal }) => {
          for (const episodeUuid of await uploadsOf(seriesUuid, position, signal))
            await commands.send(new RemoveUpload({ episodeUuid, reason: 'series-removed' }, context));
        },
        SeriesRestored: async ({ data: { seriesUuid }, position }, { context, signal }) => {
          for (const episodeUuid of await uploadsOf(seriesUuid, position, signal))
            await commands.send(new RestoreUpload({ episodeUuid }, context));
        },
        TranscriptActivated: async ({ data: { episodeUuid, versionId } }, { context }) => {
          await commands.send(
            versionId === null
              ? new RemoveUpload({ episodeUuid, reason: 'transcript-removed' }, context)
              : new RestoreUpload({ episodeUuid }, context),
          );
        },
      },
    });
    this.reactor = new Reactor({ log, pool, leases, report }, reaction);
  }

  start(): void {
    this.reactor.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.reactor.stop();
  }
}
