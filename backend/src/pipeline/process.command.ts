import { EpisodeUuid } from '@earmark/contracts/episodes';
import { PipelineRunFinished, RunId, type PipelineMessage } from '@earmark/contracts/pipeline';
import { findEpisode, listOpenEpisodes } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { z } from 'zod';
import { findNamed } from '../episodes/named-episodes.ts';
import type { ExitCode, TerminalCommand } from '../kit/command-line/command.ts';
import type { Output } from '../kit/command-line/output.ts';
import { UsageError } from '../kit/command-line/usage-error.ts';
import { REPORT, type Report } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { StreamFeed } from '../kit/process/stream-feed.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { systemContext } from '../kit/system-context.ts';
import { BulkRuns } from './bulk-runs.ts';
import { counted } from './pipeline-step.ts';
import { pipelineRun } from './pipeline.decider.ts';
import { PipelineProcess } from './pipeline.process.ts';
import { messageOfEvent } from './run-messages.ts';

const Options = z.object({ all: z.boolean().default(false), skipTranscription: z.boolean().default(false) });
const never = new AbortController().signal;

/**
 * Processes an episode, what waits in a podcast, or everything that waits, and shows each run from its beginning. A server
 * that is running does the work, by its own settings; an interrupted command leaves it to the next start of a server.
 */
@Injectable()
export class ProcessCommand implements TerminalCommand {
  private readonly feed: StreamFeed;

  constructor(
    private readonly process: PipelineProcess,
    private readonly bulk: BulkRuns,
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(REPORT) report: Report,
  ) {
    this.feed = new StreamFeed(streams.log, report);
  }

  async run(args: readonly string[], said: unknown, output: Output): Promise<ExitCode> {
    const { all, skipTranscription } = Options.parse(said);
    const [named] = args;
    if (all === (named !== undefined)) throw new UsageError('Name an episode or a podcast, or say --all.');
    try {
      const episodes = await this.meant(named);
      if (episodes.length === 0) {
        output.result({ type: 'nothing', runs: 0 }, 'No episodes waiting for processing.');
        return 0;
      }
      output.progress(`Queueing ${counted(episodes.length, 'episode')}`);
      const { runIds } = await this.bulk.start(episodes, skipTranscription, systemContext('command line'));
      this.process.startWithoutServer(new Set(runIds));
      let completed = 0;
      for (const runId of runIds) if (await this.show(runId, output)) completed++;

      return completed === episodes.length ? 0 : completed === 0 ? 1 : 2;
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      output.warn(error.message);

      return 1;
    }
  }

  /** Undefined: everything that waits. Throws Rejected for a name that means nothing. */
  private async meant(named: string | undefined): Promise<readonly EpisodeUuid[]> {
    if (named === undefined) return this.unfinished(undefined);
    const meant = await findNamed(this.pool, named);

    return 'episodeUuid' in meant ? [meant.episodeUuid] : this.unfinished(meant.seriesUuid);
  }

  /** Also what an interrupted command, or somebody else, has queued. */
  private async unfinished(podcast: string | undefined): Promise<EpisodeUuid[]> {
    const open = (await listOpenEpisodes(this.pool, podcast)).map((uuid) => EpisodeUuid.parse(uuid));

    return [...open, ...(await this.bulk.listWaiting(podcast))];
  }

  /** Shows a run until it ends. True: it was completed. */
  private async show(runId: RunId, output: Output): Promise<boolean> {
    const { facts } = (await this.streams.read(pipelineRun, runId)).state;
    const title =
      facts === null ? null : ((await findEpisode(this.pool, null, facts.episodeUuid))?.episode.name ?? null);
    for await (const event of this.feed.follow(`${pipelineRun.category}-${runId}`, 0, never)) {
      const message = messageOfEvent(event);
      if (message === null) continue;
      const sentence = `${title ?? runId}: ${wordsOf(message)}`;
      if (message.type === 'step_progress' || message.type === 'step_start') output.progress(sentence);
      else output.result({ ...message }, sentence);
      if (event.type !== PipelineRunFinished.type) continue;
      const { outcome } = (await this.streams.read(pipelineRun, runId)).state;
      // A run that was continued has several ends.
      if (outcome !== null) return outcome === 'completed';
    }

    return false;
  }
}

function wordsOf({ step, name, message, type }: PipelineMessage): string {
  if (step === null) return type === 'complete' ? `${message}.`.replace(/\.\.$/, '.') : message;

  return `step ${step} of 8, ${name}: ${message}`;
}
