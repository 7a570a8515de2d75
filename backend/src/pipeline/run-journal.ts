import type { Context } from '@earmark/contracts/kit';
import type { RunId } from '@earmark/contracts/pipeline';
import type { JobBook } from '@earmark/contracts/speech';
import type { Streams } from '../kit/streams.ts';
import { pipelineRun, type RunCommand, type RunState } from './pipeline.decider.ts';

/** Lines of progress in one run, at most. The last one is always kept. */
const PROGRESS_MS = 1000;

/** Somebody else has written to the run: it was cancelled, or another server continues it. */
export class RunMoved extends Error {
  constructor(runId: string) {
    super(`the run ${runId} was changed by somebody else`);
    this.name = 'RunMoved';
  }
}

interface Line {
  readonly step: number;
  readonly message: string;
  readonly predictionId: string | null;
}

/** The stream of a run, for the one server that works on it: each event is recorded right after its previous one, or not at all. */
export class RunJournal {
  private last: Promise<unknown> = Promise.resolve();
  private waiting: Line | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly streams: Streams,
    private readonly runId: RunId,
    private revision: number,
    private readonly context: Context,
    /** Called when a line of progress cannot be recorded. */
    private readonly onTrouble: (error: unknown) => void,
  ) {}

  async state(): Promise<RunState> {
    return (await this.streams.read(pipelineRun, this.runId)).state;
  }

  /** Throws RunMoved, and LogUnavailable. */
  async record(command: RunCommand): Promise<void> {
    const mine = this.last.then(async () => this.append(command));
    this.last = mine;
    await mine;
  }

  /** At most one line a second; the last one comes before the step ends. */
  progress(line: Line): void {
    this.waiting = line;
    if (this.timer === null) this.flush();
  }

  /** Records the line that waits. */
  async settle(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const line = this.waiting;
    this.waiting = null;
    if (line !== null) await this.record({ type: 'Progress', data: line });
    await this.last;
  }

  /** Drops the line that waits. */
  close(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.waiting = null;
  }

  /** What services were asked to do in this run, for one step. */
  jobs(step: number, state: RunState): JobBook {
    const known = new Map(state.jobs);

    return {
      find: (key) => known.get(key) ?? null,
      ordered: async (key, service, jobId) => {
        await this.record({ type: 'OrderJob', data: { step, key, service, jobId } });
        known.set(key, { jobId, answer: null });
      },
      answered: async (key, answer) => {
        await this.record({ type: 'AnswerJob', data: { step, key, answer } });
        known.set(key, { jobId: known.get(key)?.jobId ?? '', answer });
      },
    };
  }

  private flush(): void {
    const line = this.waiting;
    this.waiting = null;
    if (line === null) {
      this.timer = null;
      return;
    }
    this.timer = setTimeout(() => this.flush(), PROGRESS_MS).unref();
    this.record({ type: 'Progress', data: line }).catch(this.onTrouble);
  }

  private async append(command: RunCommand): Promise<void> {
    const { outcome } = await this.streams.change(
      pipelineRun,
      this.runId,
      (state, revision) => {
        if (revision !== this.revision) throw new RunMoved(this.runId);
        return { events: pipelineRun.decide(state, command), result: null };
      },
      this.context,
    );
    this.revision = outcome.revision + outcome.eventIds.length;
  }
}
