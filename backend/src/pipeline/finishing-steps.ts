import { RefreshEntities } from '@earmark/contracts/entities';
import { ChangeEpisode, type EpisodeUuid } from '@earmark/contracts/episodes';
import type { Context } from '@earmark/contracts/kit';
import {
  ActivateTranscript,
  CarryOverCorrections,
  MapSpeakers,
  VerifyTimestamps,
  type StepReport,
  type VersionId,
} from '@earmark/contracts/transcripts';
import { countEpisodeMentions } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { getPresentEpisode } from '../episodes/present-episode.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { counted, type StepResult, type StepWork } from './pipeline-step.ts';

/** How often a step says that it still waits for the tables. */
const PATIENCE_ROUNDS = 300;

/** People may correct the current transcript while its corrections are carried over. */
const MOST_ROUNDS = 5;

/** Steps 4 to 8: from a recorded version to what readers see. */
@Injectable()
export class FinishingSteps {
  constructor(
    private readonly commands: Commands,
    private readonly streams: Streams,
    private readonly checkpoints: Checkpoints,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  async mapSpeakers(work: StepWork): Promise<StepResult> {
    return resultOf(await this.commands.send(new MapSpeakers(versionIn(work), work.context)));
  }

  async verifyTimestamps(work: StepWork): Promise<StepResult> {
    const { durationSeconds } = await getPresentEpisode(this.streams, work.run.episodeUuid);
    const durationMs =
      work.output.transcription?.audio?.durationMs ?? (durationSeconds === null ? null : durationSeconds * 1000);

    return resultOf(await this.commands.send(new VerifyTimestamps({ ...versionIn(work), durationMs }, work.context)));
  }

  /** Shows the version, unless somebody has to confirm first what becomes of corrections by people. */
  async mark(work: StepWork): Promise<StepResult> {
    const { context } = work;
    const version = versionIn(work);
    for (let attempt = 1; ; attempt++) {
      const { placed, asked, obsolete, upTo } = await this.commands.send(new CarryOverCorrections(version, context));
      const details = [
        ...(placed > 0 ? [`${counted(placed, 'correction')} by people taken over.`] : []),
        ...(obsolete > 0 ? [`${counted(obsolete, 'correction')} no longer needed.`] : []),
      ];
      if (asked > 0) return waitingFor(asked, details);
      if (!(await this.isShown(version, upTo, context, attempt))) continue;
      await this.commands.send(new ChangeEpisode({ type: 'MarkTranscribed', ...version }, context));

      return { message: 'Readers see the transcript.', details, output: { waiting: 0 } };
    }
  }

  /** False when people have corrected the current transcript since its corrections were carried over. */
  private async isShown(version: Version, carriedUpTo: number, context: Context, attempt: number): Promise<boolean> {
    try {
      await this.commands.send(new ActivateTranscript({ ...version, carriedUpTo }, context));

      return true;
    } catch (error) {
      if (!(error instanceof Rejected) || error.code !== 'transcript-edited' || attempt === MOST_ROUNDS) throw error;

      return false;
    }
  }

  async extract(work: StepWork): Promise<StepResult> {
    if (isWaiting(work)) return { message: 'Skipped: the entities are extracted when the corrections are confirmed.' };
    const { episodeUuid } = work.run;
    const { position } = await this.commands.send(new RefreshEntities({ episodeUuid }, work.context));
    const pinned =
      position === null ? 'The episode already follows the current patterns' : 'Extracted with the current patterns';
    if (!(await this.checkpoints.passed(await this.streams.log.head()))) return { message: `${pinned}.` };
    const { entities, mentions } = await countEpisodeMentions(this.pool, episodeUuid);

    return { message: `${pinned}: ${sumOf(entities, mentions)}.`, output: { entities, mentions } };
  }

  /** Everything that the run has recorded is on the pages then. */
  async show(work: StepWork): Promise<StepResult> {
    const { signal, onProgress, run } = work;
    const head = await this.streams.log.head();
    for (let round = 0; !(await this.checkpoints.passed(head)); round++) {
      signal.throwIfAborted();
      if (round === PATIENCE_ROUNDS)
        return {
          message: 'The pages are behind and will follow.',
          warnings: ['The projections have not passed this run within ten minutes.'],
        };
      onProgress('Waiting for the pages to follow', null);
    }
    const { entities, mentions } = await countEpisodeMentions(this.pool, run.episodeUuid);
    if (isWaiting(work))
      return { message: `The dashboard keeps the current transcript: ${sumOf(entities, mentions)}.` };

    return {
      message: `The dashboard counts ${sumOf(entities, mentions)}.`,
      output: { entities, mentions },
    };
  }
}

const isWaiting = ({ output }: StepWork): boolean => (output.waiting ?? 0) > 0;

const sumOf = (entities: number, mentions: number): string =>
  `${counted(mentions, 'mention')} of ${counted(entities, 'entity', 'entities')}`;

interface Version {
  readonly episodeUuid: EpisodeUuid;
  readonly versionId: VersionId;
}

const waitingFor = (asked: number, details: readonly string[]): StepResult => ({
  message: `${counted(asked, 'correction')} by people ${asked === 1 ? 'needs' : 'need'} a decision before readers see the new transcript.`,
  details: [
    ...details,
    'Readers keep the current transcript until somebody confirms the list on the page of this episode.',
  ],
  output: { waiting: asked },
});

function versionIn({ run, output }: StepWork): Version {
  if (output.versionId === null) throw new Error('no step has recorded a version');

  return { episodeUuid: run.episodeUuid, versionId: output.versionId };
}

const resultOf = ({ sentence, details, warnings }: StepReport): StepResult => ({
  message: sentence,
  details,
  warnings,
});
