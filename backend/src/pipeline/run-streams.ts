import { PipelineRunFinished, RunId } from '@earmark/contracts/pipeline';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { signedInOf, WhoIsSignedIn } from '../kit/auth/signed-in.ts';
import { REPORT, type Report } from '../kit/core.ts';
import { StreamFeed } from '../kit/process/stream-feed.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { pipelineRun } from './pipeline.decider.ts';
import { messageOfEvent } from './run-messages.ts';

/** Runs as server-sent events, from their beginning. Ids are `<runId>:<revision>`. */
@Injectable()
export class RunStreams {
  private readonly feed: StreamFeed;

  constructor(
    private readonly streams: Streams,
    private readonly whoIsSignedIn: WhoIsSignedIn,
    @Inject(REPORT) report: Report,
  ) {
    this.feed = new StreamFeed(streams.log, report);
  }

  /** Answers 204 when the reader has seen the end. Throws Rejected `run-unknown`. */
  async serve(runId: RunId, request: Request, response: Response): Promise<void> {
    if ((await this.streams.read(pipelineRun, runId)).state.facts === null)
      throw new Rejected('run-unknown', `There is no run ${runId}.`);
    const viewer = signedInOf(request);
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    if (viewer !== null) {
      const unwatch = this.whoIsSignedIn.watch(request, viewer, () => response.end());
      gone.signal.addEventListener('abort', unwatch, { once: true });
    }
    await this.feed.serve(
      request,
      response,
      {
        stream: `${pipelineRun.category}-${runId}`,
        describe: messageOfEvent,
        isLast: ({ type }) => type === PipelineRunFinished.type,
        idPrefix: `${runId}:`,
      },
      { mayRead: async () => (await this.whoIsSignedIn.find(request))?.role === viewer?.role },
    );
  }

  /** The run of this episode that a reader who reconnects was reading; null: none. */
  async resumed(request: Request, episodeUuid: string): Promise<RunId | null> {
    const runId = RunId.safeParse((request.get('last-event-id') ?? '').split(':', 1)[0]);
    if (!runId.success) return null;

    const { facts } = (await this.streams.read(pipelineRun, runId.data)).state;

    return facts?.episodeUuid === episodeUuid ? runId.data : null;
  }
}
