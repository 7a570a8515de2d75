import { ChangeSeries, SeriesUuid, type SeriesCommand } from '@earmark/contracts/series';
import { findFollowable, findKnownSeries } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { getPodcast } from '../kit/catalogue.ts';
import type { ExitCode, TerminalCommand } from '../kit/command-line/command.ts';
import type { Output } from '../kit/command-line/output.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { PG_POOL } from '../kit/pg.ts';
import { quoted, Rejected } from '../kit/rejected.ts';
import { systemContext } from '../kit/system-context.ts';
import { sentenceOf } from './check-result.ts';
import { FeedCheckStore } from './feed-checks.store.ts';
import { withFeedStates } from './followed-podcasts.ts';
import { FollowingProcess } from './following.process.ts';

/** What was done for one podcast. */
interface Done {
  readonly uuid: string;
  readonly name: string;
  readonly sentence: string;
  readonly isWhole: boolean;
  readonly facts: Record<string, unknown>;
}

/** Does something for each of the podcasts named by slug, uuid or feed address. */
abstract class PodcastCommand implements TerminalCommand {
  protected abstract readonly pool: Pool;
  protected abstract act(podcast: { uuid: SeriesUuid; name: string }): Promise<Done>;

  async run(args: readonly string[], _said: unknown, output: Output): Promise<ExitCode> {
    let [whole, refused] = [0, 0];
    for (const podcast of args)
      try {
        const { uuid, name, sentence, isWhole, facts } = await this.act(await findNamed(this.pool, podcast));
        if (isWhole) whole++;
        output.result({ podcast, uuid, name, error: null, ...facts }, sentence);
      } catch (error) {
        if (!(error instanceof Rejected)) throw error;
        refused++;
        output.result({ podcast, error: error.message }, error.message);
      }

    return whole === args.length ? 0 : refused === args.length ? 1 : 2;
  }
}

/** Throws Rejected: series-unknown, series-removed. */
async function findNamed(pool: Pool, podcast: string): Promise<{ uuid: SeriesUuid; name: string }> {
  const isAddress = /^https?:\/\//i.test(podcast);
  const known = isAddress ? await findKnownSeries(pool, null, podcast) : null;
  if (isAddress && !known)
    throw new Rejected('series-unknown', `No podcast has its feed at ${quoted(podcast)}. Import it first.`);
  const { uuid, name } = await getPodcast(pool, known?.seriesUuid ?? podcast);

  return { uuid: SeriesUuid.parse(uuid), name };
}

@Injectable()
export class FollowCommand extends PodcastCommand {
  constructor(
    private readonly commands: Commands,
    @Inject(PG_POOL) protected readonly pool: Pool,
  ) {
    super();
  }

  protected async act({ uuid, name }: { uuid: SeriesUuid; name: string }): Promise<Done> {
    const isNew = await changes(this.commands, { type: 'FollowSeries', seriesUuid: uuid });
    const sentence = isNew ? `“${name}” is followed now.` : `“${name}” is followed already.`;

    return { uuid, name, sentence, isWhole: true, facts: { isFollowed: true, changed: isNew } };
  }
}

@Injectable()
export class UnfollowCommand extends PodcastCommand {
  constructor(
    private readonly commands: Commands,
    @Inject(PG_POOL) protected readonly pool: Pool,
  ) {
    super();
  }

  protected async act({ uuid, name }: { uuid: SeriesUuid; name: string }): Promise<Done> {
    const isNew = await changes(this.commands, { type: 'UnfollowSeries', seriesUuid: uuid });
    const sentence = isNew ? `“${name}” is not followed any more.` : `“${name}” was not followed.`;

    return { uuid, name, sentence, isWhole: true, facts: { isFollowed: false, changed: isNew } };
  }
}

/** A feed that cannot be read is not refreshed; one whose transcripts cannot be fetched is refreshed in part. */
@Injectable()
export class RefreshCommand extends PodcastCommand {
  constructor(
    private readonly process: FollowingProcess,
    private readonly store: FeedCheckStore,
    private readonly checkpoints: Checkpoints,
    @Inject(PG_POOL) protected readonly pool: Pool,
  ) {
    super();
  }

  protected async act({ uuid, name }: { uuid: SeriesUuid; name: string }): Promise<Done> {
    const result = await this.process.refresh(uuid, systemContext('refresh'));
    const { imported } = result;
    if (!imported) throw new Rejected('upstream-unavailable', sentenceOf(result, 0));
    await this.checkpoints.passed(imported.position);
    const found = await findFollowable(this.pool, uuid);
    const [shown] = await withFeedStates(this.pool, this.store, found ? [found] : [], 0);
    const { episodes, episodesChanged, transcripts, failed } = imported.report;
    const newEpisodes = shown?.newEpisodes ?? 0;

    return {
      uuid,
      name,
      sentence: sentenceOf(result, newEpisodes),
      isWhole: failed === 0,
      facts: { episodes, episodesChanged, transcripts, failed, newEpisodes, state: shown?.state ?? null },
    };
  }
}

async function changes(commands: Commands, command: SeriesCommand): Promise<boolean> {
  return (await commands.send(new ChangeSeries(command, systemContext('command line')))).position !== null;
}
