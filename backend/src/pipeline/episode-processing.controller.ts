import { EpisodeProcessing, PIPELINE_STEPS } from '@earmark/contracts/pipeline';
import { findEpisodeRun, type EpisodeRun } from '@earmark/projections/queries';
import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Pool } from 'pg';
import { Public } from '../kit/auth/access.decorators.ts';
import { missingEpisode } from '../kit/catalogue.ts';
import { PG_POOL } from '../kit/pg.ts';
import { uuidOf } from '../kit/uuid-of.ts';

/** What readers may know of why a step failed: nothing about services, addresses or people. */
const REASONS: readonly string[] = [
  'The processing could not begin.',
  'The sound could not be transcribed.',
  'The transcript could not be stored.',
  'The transcript could not be read.',
  'The speakers could not be named.',
  'The times in the transcript could not be verified.',
  'The transcript could not be finished.',
  'The mentions could not be found.',
  'The pages could not be updated.',
];
const REFUSED = 'publisher-refused';

/** How far the transcript of an episode is, for everybody who reads its page. */
@ApiTags('episodes')
@Controller('api/episodes')
export class EpisodeProcessingController {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  @Get(':uuid/processing')
  @ApiOperation({ summary: 'How far the transcript of an episode is' })
  @Public()
  @ApiOkResponse({ standardSchema: EpisodeProcessing })
  async view(@Param('uuid') uuid: string): Promise<EpisodeProcessing> {
    const episodeUuid = uuidOf(uuid, 'episode');
    const run = await findEpisodeRun(this.pool, episodeUuid);
    if (run === null) throw await missingEpisode(this.pool, null, episodeUuid, `There is no episode ${episodeUuid}.`);

    return viewOf(run);
  }
}

function viewOf(run: EpisodeRun): EpisodeProcessing {
  const state = stateOf(run);
  const { step, totalSteps } = run;

  return {
    state,
    step: state === 'running' ? step : null,
    stepName: state === 'running' && step !== null ? (PIPELINE_STEPS[step] ?? null) : null,
    totalSteps,
    queuePosition: state === 'queued' ? run.queuePosition : null,
    reason: state === 'failed' ? (REASONS[step ?? 0] ?? null) : null,
  };
}

function stateOf({ status, hasTranscript, waits, errorCode }: EpisodeRun): EpisodeProcessing['state'] {
  if (status === 'queued' || status === 'running') return status;
  if (waits) return 'corrections-wait';
  if (hasTranscript) return 'done';
  if (status === 'failed') return errorCode === REFUSED ? 'not-permitted' : 'failed';

  return 'none';
}
