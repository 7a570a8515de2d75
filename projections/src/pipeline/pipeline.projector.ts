import { readFileSync } from 'node:fs';
import { CarryOverFinished } from '@earmark/contracts/carry-over';
import { pipelineEvents, stepsOf } from '@earmark/contracts/pipeline';
import type { Transcription } from '@earmark/contracts/speech';
import { updateRow } from '../kit/columns.ts';
import { defineProjector } from '../kit/projector.ts';
import type { Row, Tables } from '../kit/tables.ts';

const RUNNING = 0;
const QUEUED = 1;
const ENDED = 2;

/** Runs of the pipeline. */
export const pipeline = defineProjector({
  name: 'pipeline',
  version: 2,
  sql: readFileSync(new URL('./pipeline.sql', import.meta.url), 'utf8'),
  readsFrom: [pipelineEvents, CarryOverFinished],
  memory: () => ({}),
  ignores: ['PipelineJobOrdered', 'PipelineJobAnswered'],
  on: {
    PipelineRunStarted: ({ data, metadata, position }, tables) => {
      const steps = stepsOf(data);
      tables.insert('pipeline_run', {
        run_id: data.runId,
        episode_uuid: data.episodeUuid,
        series_uuid: data.seriesUuid,
        number: data.number,
        batch_id: data.batchId,
        skip_transcription: data.skipTranscription,
        requested_by: metadata.actor.name,
        requested_at: metadata.at,
        queued_position: position,
        rank: QUEUED,
        sort_key: position,
        status: 'queued',
        started_at: null,
        ended_at: null,
        current_step: steps[0],
        message: null,
        steps_completed: 0,
        total_steps: steps.length,
        segments: null,
        entities: null,
        warnings: 0,
        waiting: 0,
        error_message: null,
        error_code: null,
        provider: null,
        model: null,
        version_id: null,
        files: [],
      });
      for (const step of steps)
        tables.insert('pipeline_step', {
          run_id: data.runId,
          step,
          status: 'pending',
          message: null,
          details: [],
          warnings: [],
          prediction_id: null,
          attempts: 0,
          started_at: null,
          ended_at: null,
        });
    },
    PipelineRunRetried: async ({ data, position }, tables) => {
      await tables.query(
        `update pipeline_step set status = 'pending', message = null, details = '{}', warnings = '{}',
           prediction_id = null, started_at = null, ended_at = null
         where run_id = $1 and step >= $2`,
        [data.runId, data.fromStep],
      );
      await updateRun(tables, data.runId, {
        queued_position: position,
        rank: QUEUED,
        sort_key: position,
        status: 'queued',
        ended_at: null,
        current_step: data.fromStep,
        message: null,
        error_message: null,
        error_code: null,
      });
      await countSteps(tables, data.runId);
    },
    PipelineStepStarted: async ({ data, metadata }, tables) => {
      await updateStep(tables, data, {
        status: 'processing',
        message: data.message,
        attempts: data.attempt,
        started_at: metadata.at,
        ended_at: null,
      });
      await tables.exactlyOne(
        `update pipeline_run set status = 'running', rank = ${RUNNING}, started_at = coalesce(started_at, $2),
           current_step = $3, message = $4
         where run_id = $1`,
        [data.runId, metadata.at, data.step, data.message],
      );
    },
    PipelineStepProgressed: async ({ data }, tables) => {
      const { message, predictionId } = data;
      await updateStep(tables, data, {
        message,
        ...(predictionId === null ? {} : { prediction_id: predictionId }),
      });
      await updateRun(tables, data.runId, { message });
    },
    PipelineStepCompleted: async ({ data, metadata }, tables) => {
      const { runId, message, details, warnings, predictionId, output } = data;
      const ended = { status: 'completed', message, details, warnings, ended_at: metadata.at };
      await updateStep(tables, data, {
        ...ended,
        ...(predictionId === null ? {} : { prediction_id: predictionId }),
      });
      const { transcription, versionId, segments, entities, waiting } = output;
      await updateRun(tables, runId, {
        message,
        ...(segments === null ? {} : { segments }),
        ...(entities === null ? {} : { entities }),
        ...(waiting === null ? {} : { waiting }),
        ...(versionId === null ? {} : { version_id: versionId }),
        ...(transcription === null ? {} : columnsOf(transcription)),
      });
      await countSteps(tables, runId);
    },
    PipelineStepFailed: async ({ data, metadata }, tables) => {
      const { runId, message, code, details } = data;
      await updateStep(tables, data, { status: 'error', message, details, ended_at: metadata.at });
      await updateRun(tables, runId, { message, error_message: message, error_code: code });
    },
    PipelineRunFinished: async ({ data, metadata }, tables) => {
      const { runId, outcome } = data;
      await tables.exactlyOne(
        `update pipeline_run set status = $2, rank = ${ENDED}, sort_key = -queued_position, ended_at = $3 where run_id = $1`,
        [runId, outcome, metadata.at],
      );
      // It was cancelled in the middle of a step.
      await tables.query(
        `update pipeline_step set status = 'pending', ended_at = $2 where run_id = $1 and status = 'processing'`,
        [runId, metadata.at],
      );
    },
    CarryOverFinished: async ({ data }, tables) => {
      await tables.query('update pipeline_run set waiting = 0 where episode_uuid = $1 and version_id = $2', [
        data.episodeUuid,
        data.versionId,
      ]);
    },
  },
});

const updateRun = async (tables: Tables, runId: string, columns: Row): Promise<void> =>
  updateRow(tables, 'pipeline_run', 'run_id', runId, columns);

async function updateStep(tables: Tables, { runId, step }: { runId: string; step: number }, columns: Row) {
  const names = Object.keys(columns);
  await tables.exactlyOne(
    `update pipeline_step set ${names.map((name, index) => `${name} = $${index + 3}`).join(', ')}
     where run_id = $1 and step = $2`,
    [runId, step, ...names.map((name) => columns[name])],
  );
}

/** After a step has changed its status. */
async function countSteps(tables: Tables, runId: string): Promise<void> {
  await tables.exactlyOne(
    `update pipeline_run r set
       steps_completed = (select count(*) from pipeline_step s where s.run_id = $1 and s.status = 'completed'),
       current_step = (select min(s.step) from pipeline_step s where s.run_id = $1 and s.status <> 'completed'),
       warnings = (select coalesce(sum(cardinality(s.warnings)), 0) from pipeline_step s where s.run_id = $1)
     where r.run_id = $1`,
    [runId],
  );
}

function columnsOf({ provider, model, transcript, answers }: Transcription): Row {
  const named = [
    ...answers.map((file, index) => ({ ...file, name: `answer-${index + 1}` })),
    { ...transcript, name: 'transcript' },
  ];
  const files = new Map(named.map((file) => [file.sha256, file]));

  return { provider, model, files: JSON.stringify([...files.values()]) };
}
