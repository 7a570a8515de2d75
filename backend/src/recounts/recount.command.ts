import { EventId } from '@earmark/contracts/kit';
import { ChangeRecount, StartRecount, type RecountSummary } from '@earmark/contracts/recounts';
import { SeriesUuid } from '@earmark/contracts/series';
import { findPodcast } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { z } from 'zod';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import type { ExitCode, TerminalCommand } from '../kit/command-line/command.ts';
import type { Output } from '../kit/command-line/output.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import { systemContext } from '../kit/system-context.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { RecountSummaries } from './recount-summaries.ts';
import { RecountsProcess } from './recounts.process.ts';

const POLL_MS = 250;

const Options = z.object({
  podcast: z.array(z.string()).default([]),
  asOf: z.string().nullable().default(null),
  change: z.array(z.string()).default([]),
  publish: z.boolean().default(false),
});

/**
 * Counts beside the live numbers, or resumes where it was interrupted; reports what would change, and publishes it on
 * request.
 */
@Injectable()
export class RecountCommand implements TerminalCommand {
  constructor(
    private readonly commands: Commands,
    private readonly process: RecountsProcess,
    private readonly summaries: RecountSummaries,
    private readonly checkpoints: Checkpoints,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  async run(_args: readonly string[], said: unknown, output: Output): Promise<ExitCode> {
    const { commands, summaries, checkpoints } = this;
    const options = Options.parse(said);
    const context = systemContext('recount');
    try {
      const podcastUuids = await uuidsOf(this.pool, options.podcast);
      const changes = options.change.map((id) => uuidOf(id, 'event', EventId));
      const order = {
        podcastUuids,
        asOf: options.asOf,
        changes: changes.length === 0 ? null : changes,
        resumesOpen: true,
      };
      const { id } = await commands.send(new StartRecount(order, context));
      // A server that is counting it may stop.
      this.process.start(id);
      let recount = await summaries.get(id);
      for (; recount.status === 'running' || recount.status === 'paused'; recount = await summaries.get(id)) {
        output.progress(progressOf(recount));
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      if (recount.status === 'ready' && options.publish) {
        const publish = new ChangeRecount({ type: 'PublishRecount', recountId: id }, context);
        await checkpoints.passed((await commands.send(publish)).position);
        recount = await summaries.get(id);
      }
      const { status, before, after, failure, pin } = recount;
      output.result({ recount: id, status, pin, before, after, failure }, sentenceOf(recount));

      return status === 'ready' || status === 'published' ? 0 : 1;
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      output.warn(error.message);

      return 1;
    }
  }
}

/** Null for all podcasts. Throws Rejected `series-unknown`. */
async function uuidsOf(pool: Pool, podcasts: readonly string[]): Promise<SeriesUuid[] | null> {
  const uuids: SeriesUuid[] = [];
  for (const podcast of podcasts) {
    const found = await findPodcast(pool, podcast);
    if (!found) throw new Rejected('series-unknown', `There is no podcast "${podcast.slice(0, 100)}".`);
    uuids.push(SeriesUuid.parse(found.uuid));
  }

  return uuids.length === 0 ? null : uuids;
}

function progressOf({ status, progress: { percent, eventsPerSecond, secondsLeft } }: RecountSummary): string {
  if (status === 'paused') return `Paused at ${percent} %`;
  const rate = eventsPerSecond === null ? '' : `, ${Math.round(eventsPerSecond)} episodes/s`;

  return `Counting: ${percent} %${rate}${secondsLeft === null ? '' : `, ${secondsLeft} s left`}`;
}

function sentenceOf({ id, status, before, after, failure }: RecountSummary): string {
  if (!before || !after) return `Recount ${id}: ${failure ?? status}`;
  const difference = after.mentions - before.mentions;
  const signed = difference < 0 ? `−${-difference}` : `+${difference}`;
  const next = status === 'published' ? 'published' : 'not published';

  return `Mentions ${before.mentions} → ${after.mentions} (${signed}), episodes ${before.episodes} → ${after.episodes}; recount ${id} is ${next}`;
}
