import type { RecountSummary } from '@earmark/contracts/recounts';
import { findPodcast } from '@earmark/projections/queries';
import type { CommandRun, ExitCode } from '../command-line.ts';
import { Rejected } from '../kit/rejected.ts';
import { systemContext } from '../kit/system-context.ts';

const POLL_MS = 250;

/** Counts beside the live numbers, or goes on where it was interrupted; says what would change, and publishes it when that was asked for. */
export async function recountCommand({ services, options, output }: CommandRun): Promise<ExitCode> {
  const { recounts, checkpoints } = services;
  const context = systemContext('recount');
  try {
    const podcastUuids = await uuidsOf(services, options.podcast ?? []);
    const id = await recounts.startOrGoOn({ podcastUuids, asOf: options['as-of'] }, context);
    // A server that counts it may end.
    recounts.watch(id);
    let recount = await recounts.get(id);
    for (; recount.status === 'running' || recount.status === 'paused'; recount = await recounts.get(id)) {
      output.progress(progressOf(recount));
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    if (recount.status === 'ready' && options.publish) {
      await checkpoints.passed((await recounts.publish(id, context)).position);
      recount = await recounts.get(id);
    }
    const { status, before, after, failure, pin } = recount;
    output.result({ recount: id, status, pin, before, after, failure }, told(recount));

    return status === 'ready' || status === 'published' ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    output.warn(error.message);

    return 1;
  }
}

/** Null: all podcasts. Throws Rejected `series-unknown`. */
async function uuidsOf({ pool }: CommandRun['services'], podcasts: readonly string[]): Promise<string[] | null> {
  const uuids: string[] = [];
  for (const podcast of podcasts) {
    const found = await findPodcast(pool, podcast);
    if (!found) throw new Rejected('series-unknown', `There is no podcast "${podcast.slice(0, 100)}".`);
    uuids.push(found.uuid);
  }

  return uuids.length === 0 ? null : uuids;
}

function progressOf({ status, progress: { percent, eventsPerSecond, secondsLeft } }: RecountSummary): string {
  if (status === 'paused') return `Paused at ${percent} %`;
  const rate = eventsPerSecond === null ? '' : `, ${Math.round(eventsPerSecond)} episodes/s`;

  return `Counting: ${percent} %${rate}${secondsLeft === null ? '' : `, ${secondsLeft} s left`}`;
}

function told({ id, status, before, after, failure }: RecountSummary): string {
  if (!before || !after) return `Recount ${id}: ${failure ?? status}`;
  const difference = after.mentions - before.mentions;
  const signed = difference < 0 ? `−${-difference}` : `+${difference}`;
  const next = status === 'published' ? 'published' : 'not published';

  return `Mentions ${before.mentions} → ${after.mentions} (${signed}), episodes ${before.episodes} → ${after.episodes}; recount ${id} is ${next}`;
}
