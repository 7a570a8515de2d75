import { afterAll, beforeAll } from '@jest/globals';
import type { Answer, QueryAnswer } from '@earmark/contracts/assistant';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';

export const CALLS = '/api/ask-earmark';

interface Scope {
  readonly podcastSeriesIds?: readonly string[] | null;
  readonly episodeUuids?: readonly string[] | null;
  readonly threadId?: string;
}

export interface AskedAssistant {
  /** While the specs run. */
  readonly app: () => RunningApp;
  /** Throws when the answer is not 200. */
  readonly get: <Body>(path: string, caller?: Caller) => Promise<Body>;
  /** Throws when the question is refused. */
  readonly ask: (question: string, scope?: Scope, caller?: Caller) => Promise<Answer>;
  /** A browser that keeps its cookie. */
  readonly browser: () => Caller;
  /** Resolves when the tables know all events. */
  readonly level: () => Promise<void>;
}

/** The assistant of an application with the sample library, while the specs of the file run. */
export function openAssistant(): AskedAssistant {
  let running: RunningApp | null = null;
  const app = (): RunningApp => {
    if (running === null) throw new Error('the application is not running');

    return running;
  };
  const level = async () => {
    const head = await app().services.log.head();
    while (!(await app().services.checkpoints.passed(head)));
  };

  beforeAll(async () => {
    running = await startApp();
    await running.services.sampleLibrary.load(() => undefined);
    await level();
  });
  afterAll(async () => running?.stop());

  const browser = (): Caller => {
    let cookie = '';

    return async (method, path, body, headers = {}, signal) => {
      const sent = { ...(cookie === '' ? {} : { cookie }), ...headers };
      const answer = await app().visitor(method, path, body, sent, signal);
      cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;

      return answer;
    };
  };

  return {
    app,
    level,
    browser,
    get: async <Body>(path: string, caller: Caller = app().visitor) => {
      const { status, body } = await caller('GET', path);
      if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);

      return body as Body;
    },
    ask: async (question, scope = {}, caller = browser()) => {
      const { status, body } = await caller('POST', `${CALLS}/query`, { question, ...scope });
      const answer = body as QueryAnswer;
      if (status !== 200 || !answer.success) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);

      return answer;
    },
  };
}
