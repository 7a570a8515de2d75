import { EpisodeUuid } from '@earmark/contracts/episodes';
import { isUuid } from '@earmark/contracts/kit';
import { RequestUpload, type UploadId } from '@earmark/contracts/uploads';
import { findEpisode, findKnownSeries, listUploadable, type UploadFilter } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { z } from 'zod';
import { getPodcast, missingEpisode } from '../kit/catalogue.ts';
import type { ExitCode, TerminalCommand } from '../kit/command-line/command.ts';
import type { Output } from '../kit/command-line/output.ts';
import { UsageError } from '../kit/command-line/usage-error.ts';
import { Commands } from '../kit/commands.ts';
import { PG_POOL } from '../kit/pg.ts';
import { quoted, Rejected } from '../kit/rejected.ts';
import { systemContext } from '../kit/system-context.ts';
import { UploadWaiter } from './upload-waiter.ts';
import { UploadsProcess } from './uploads.process.ts';

const Options = z.object({ all: z.boolean().default(false) });
const WHICH = ['ready', 'error', 'changed'] as const;
const never = new AbortController().signal;

interface Requested {
  readonly episodeUuid: EpisodeUuid;
  readonly uploadId: UploadId;
}

/**
 * Uploads the transcript of an episode, or whatever has to be uploaded in a podcast or in all. A server that is running does
 * the work, by its own settings; an interrupted command leaves it to the next start of a server.
 */
@Injectable()
export class UploadCommand implements TerminalCommand {
  constructor(
    private readonly process: UploadsProcess,
    private readonly commands: Commands,
    private readonly waiter: UploadWaiter,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  async run(args: readonly string[], said: unknown, output: Output): Promise<ExitCode> {
    const { all } = Options.parse(said);
    const [named] = args;
    if (all === (named !== undefined)) throw new UsageError('Name an episode or a podcast, or say --all.');
    try {
      const meant = await this.meant(named);
      if (meant.length === 0) {
        output.result({ type: 'nothing', uploads: 0 }, 'No transcripts have to be uploaded.');
        return 0;
      }
      const uploads = await this.request(meant, named !== undefined && meant.length === 1);
      this.process.startWithoutServer(new Set(uploads.map(({ episodeUuid }) => episodeUuid)));
      let succeeded = 0;
      for (const [done, upload] of uploads.entries()) {
        output.progress(`Uploading: ${done} of ${uploads.length} done`);
        if (await this.show(upload, output)) succeeded++;
      }

      return succeeded === uploads.length ? 0 : succeeded === 0 ? 1 : 2;
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      output.warn(error.message);

      return 1;
    }
  }

  private async request(episodeUuids: readonly EpisodeUuid[], isAlone: boolean): Promise<Requested[]> {
    const by = systemContext('command line');
    const batchId = isAlone ? null : by.correlationId;
    const uploads: Requested[] = [];
    for (const episodeUuid of episodeUuids) {
      const { uploadId } = await this.commands.send(new RequestUpload({ episodeUuid, batchId }, by));
      uploads.push({ episodeUuid, uploadId });
    }

    return uploads;
  }

  /** Undefined: whatever has to be uploaded. Throws Rejected for a name that means nothing. */
  private async meant(named: string | undefined): Promise<readonly EpisodeUuid[]> {
    if (named === undefined) return this.uploadable({});
    const [podcast = '', episode, ...more] = /^https?:\/\//i.test(named) ? [named] : named.split('/');
    if (more.length > 0) throw new Rejected('episode-unknown', `There is no episode ${quoted(named)}.`);
    if (episode !== undefined) return [await this.episodeIn((await getPodcast(this.pool, podcast)).uuid, episode)];
    if (isUuid(named) && (await findEpisode(this.pool, null, named)) !== null)
      return [EpisodeUuid.parse(named.toLowerCase())];
    const known = /^https?:/i.test(named) ? await findKnownSeries(this.pool, null, named) : null;

    return this.uploadable({ podcast: (await getPodcast(this.pool, known?.seriesUuid ?? named)).uuid });
  }

  private async uploadable(filter: UploadFilter): Promise<EpisodeUuid[]> {
    const uuids = await Promise.all(WHICH.map(async (which) => listUploadable(this.pool, which, filter)));

    return uuids.flat().map((uuid) => EpisodeUuid.parse(uuid));
  }

  private async episodeIn(seriesUuid: string, slugOrUuid: string): Promise<EpisodeUuid> {
    const found = await findEpisode(this.pool, seriesUuid, slugOrUuid);
    if (found === null)
      throw await missingEpisode(
        this.pool,
        { uuid: seriesUuid },
        slugOrUuid,
        `There is no episode ${quoted(slugOrUuid)}.`,
      );

    return EpisodeUuid.parse(found.episode.uuid);
  }

  /** True: the assistant has it. */
  private async show({ episodeUuid, uploadId }: Requested, output: Output): Promise<boolean> {
    const ended = await this.waiter.end(episodeUuid, uploadId, never);
    const title = (await findEpisode(this.pool, null, episodeUuid))?.episode.name ?? episodeUuid;
    if (ended === null) return false;
    const { success, message, details } = this.waiter.sentenceOf(ended.end);
    const sentence = success ? `${title}: ${message}.` : `${title}: ${details}`;
    output.result({ type: 'upload', episodeUuid, success, message, details }, sentence);

    return success;
  }
}
