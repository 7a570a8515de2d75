import type { Context } from '@earmark/contracts/kit';
import {
  PIPELINE_STEPS,
  PipelineRunFinished,
  PipelineRunRetried,
  PipelineRunStarted,
  RunId,
} from '@earmark/contracts/pipeline';
import type { EventLog } from '@earmark/projections/event-log';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { CONFIG, EVENT_LOG, REPORT, type Report } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Leases } from '../kit/process/lease.ts';
import { messageOf } from '../kit/process/pause.ts';
import { SlotQueue } from '../kit/process/slot-queue.ts';
import { runStep } from '../kit/process/step.ts';
import { failureOf, isOutage, retrySentence, waitOf } from '../kit/process/step-failure.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { hasRun, NO_OUTPUT, nextStep, pipelineRun, stepOf, type StartedRun } from './pipeline.decider.ts';
import { PipelineSteps } from './pipeline-steps.ts';
import { RunJournal, RunMoved } from './run-journal.ts';

/** Attempts of a step whose failures may pass. */
const ATTEMPTS = 6;
/** A step during which the server has ended this often in a row is given up: it may be the cause. */
const MOST_INTERRUPTIONS = 20;
/** How often a run is looked at for a cancellation on another server. */
const WATCH_MS = 3000;

/** Continues open runs from what their streams say. */
@Injectable()
export class PipelineProcess implements OnModuleDestroy {
  /** Before the second attempt of a step; doubles. */
  firstWaitMs = 2000;
  private readonly queue: SlotQueue;
  /** Ends what this server does for a run. */
  private readonly running = new Map<string, AbortController>();

  constructor(
    private readonly streams: Streams,
    private readonly steps: PipelineSteps,
    @Inject(PG_POOL) pool: Pool,
    @Inject(EVENT_LOG) log: EventLog,
    leases: Leases,
    @Inject(CONFIG) { PIPELINE_CONCURRENCY: slots }: Pick<Config, 'PIPELINE_CONCURRENCY'>,
    @Inject(REPORT) private readonly report: Report,
  ) {
    const run = async (id: string, signal: AbortSignal) => this.runUntilCancelled(RunId.parse(id), signal);
    this.queue = new SlotQueue(
      { log, pool, leases, report },
      {
        name: 'pipeline slot',
        category: pipelineRun.category,
        begins: [PipelineRunStarted, PipelineRunRetried],
        ends: [PipelineRunFinished],
        slots,
        run,
      },
    );
  }

  /** From now on, does runs that no other server works on. */
  start(): void {
    this.queue.start();
  }

  /** Does these runs as soon as no server is running. */
  startWithoutServer(runIds: ReadonlySet<string>): void {
    this.queue.startWithoutServer(runIds);
  }

  async onModuleDestroy(): Promise<void> {
    await this.queue.stop();
  }

  /** Ends the work on a run that was just cancelled; another server learns of it within seconds. */
  drop(runId: RunId): void {
    this.running.get(runId)?.abort(new RunMoved(runId));
  }

  private async runUntilCancelled(runId: RunId, ending: AbortSignal): Promise<void> {
    const moved = new AbortController();
    this.running.set(runId, moved);
    const watch = setInterval(() => void this.dropIfFinished(runId), WATCH_MS);
    const signal = AbortSignal.any([ending, moved.signal]);
    try {
      await this.run(runId, signal, (error) => moved.abort(error));
    } catch (error) {
      // Somebody else has ended it, or goes on with it.
      if (error instanceof RunMoved) return;
      throw error;
    } finally {
      clearInterval(watch);
      this.running.delete(runId);
    }
  }

  private async run(runId: RunId, signal: AbortSignal, onTrouble: (error: unknown) => void): Promise<void> {
    const { state, revision } = await this.streams.read(pipelineRun, runId);
    if (!hasRun(state) || state.outcome !== null) return;
    const context = await this.contextOf(runId);
    const journal = new RunJournal(this.streams, runId, revision, context, onTrouble);
    try {
      for (let now = state as StartedRun; now.outcome === null; now = (await journal.state()) as StartedRun) {
        const step = nextStep(now);
        if (step === null) throw new Error(`the run ${runId} is open, although all its steps are completed`);
        await this.doStep(step, now, journal, context, signal);
      }
    } finally {
      journal.close();
    }
  }

  private async doStep(
    step: number,
    state: StartedRun,
    journal: RunJournal,
    context: Context,
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    const { status, interruptions } = stepOf(state, step);
    const isRepeated = status === 'processing';
    const { facts: run, output } = state;
    const message = isRepeated ? 'Continuing after an interruption' : `${PIPELINE_STEPS[step]} has begun`;
    await journal.record({ type: 'BeginStep', data: { step, message } });
    try {
      if (isRepeated && interruptions + 1 >= MOST_INTERRUPTIONS) throw tooManyInterruptions();
      const onProgress = (sentence: string, predictionId: string | null) =>
        journal.progress({ step, message: sentence, predictionId });
      const work = { run, output, context, jobs: journal.jobs(step, state), onProgress };
      const result = await runStep(async ({ signal: ending }) => this.steps.do(step, { ...work, signal: ending }), {
        signal,
        attempts: ATTEMPTS,
        waitMs: (error, attempt) => waitOf(error, attempt, this.firstWaitMs),
        onFailedAttempt: async ({ error, waitMs }) => {
          if (waitMs === null) return;
          await journal.settle();
          const line = { step, message: retrySentence(error, waitMs), predictionId: null };
          await journal.record({ type: 'Progress', data: line });
        },
      });
      signal.throwIfAborted();
      await journal.settle();
      const { message: done, details = [], warnings = [], predictionId = null, output: more = {} } = result;
      const data = { step, message: done, predictionId, output: { ...NO_OUTPUT, ...more } };
      await journal.record({ type: 'CompleteStep', data: { ...data, details: [...details], warnings: [...warnings] } });
    } catch (error) {
      signal.throwIfAborted();
      // An outage of ours: the step goes on when it is over.
      if (error instanceof RunMoved || isOutage(error)) throw error;
      const failure = failureOf(error);
      if (failure.code === null) this.report(`pipelineRun ${run.runId}, step ${step}: ${stackOf(error)}`);
      await journal.settle();
      await journal.record({ type: 'FailStep', data: { step, details: [], predictionId: null, ...failure } });
    }
  }

  /** What a run records belongs to the request that started it, or continued it last. */
  private async contextOf(runId: RunId): Promise<Context> {
    const begins: readonly string[] = [PipelineRunStarted.type, PipelineRunRetried.type];
    for await (const event of this.streams.log.readStream(`pipelineRun-${runId}`, { direction: 'backwards' }))
      if (begins.includes(event.type))
        return {
          actor: { kind: 'pipeline', id: 'pipeline', name: 'Pipeline', role: 'system' },
          correlationId: event.metadata.correlationId,
          causationId: event.id,
          reason: null,
        };
    throw new Error(`the run ${runId} has no beginning`);
  }

  private async dropIfFinished(runId: RunId): Promise<void> {
    try {
      const last = this.streams.log.readStream(`pipelineRun-${runId}`, { direction: 'backwards', limit: 1 });
      for await (const { type } of last) if (type === PipelineRunFinished.type) this.drop(runId);
    } catch (error) {
      // The next append says the same, or that the log is down.
      if (!isOutage(error)) this.report(`pipelineRun ${runId}: ${messageOf(error)}`);
    }
  }
}

const tooManyInterruptions = (): Rejected =>
  new Rejected(
    'invalid',
    `The server ended ${MOST_INTERRUPTIONS} times in a row during this step. Look for the cause in its log, then retry.`,
  );

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
