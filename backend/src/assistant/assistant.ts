import { randomUUID } from 'node:crypto';
import {
  AI_UNAVAILABLE,
  refusalOfQuestion,
  SEARCH_FAILED,
  type Answer,
  type AnswerEvent,
  type AssistantQuestion,
  type FailedAnswer,
  type Statement,
} from '@earmark/contracts/assistant';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { CONFIG } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { messageOf } from '../kit/process/pause.ts';
import { Rejected } from '../kit/rejected.ts';
import { timeLimit } from '../kit/time-limit.ts';
import { AnswerChecker } from './answer-checker.ts';
import { AnswerLimits } from './answer-limits.ts';
import { readScope, searchedScope } from './answer-scope.ts';
import { answerView, citationViews } from './answer-view.ts';
import { Answers } from './answers.store.ts';
import type { Asker } from './asker.ts';
import {
  ASSISTANT_PROVIDERS,
  ProviderFailed,
  type AskedQuestion,
  type AssistantProvider,
  type Proposed,
  type Turn,
} from './assistant-provider.ts';
import { IndexedEpisodes } from './indexed-episodes.ts';
import type { KeptAnswer, KeptCitation, KeptScope } from './kept-answer.ts';
import { KnownPassages } from './known-passages.ts';
import { plainOf } from './markdown.ts';

const COST_REACHED = 'The AI service is not asked any more today; its daily budget is used up.';
const TURNS_KEPT = 4;
/** Of our own search, which answers in the place of a service that took too long; far more than it takes. */
const BUILT_IN_TIMEOUT_MS = 60_000;

/** A question that may be answered. */
export interface PreparedQuestion {
  readonly asker: Asker;
  readonly question: string;
  readonly scope: KeptScope;
  readonly thread: readonly Turn[];
  readonly threadId: string;
  readonly provider: AssistantProvider;
  readonly note: string | null;
  readonly indexed: readonly string[] | null;
}

/** Answers questions: a provider proposes, what is shown was checked against the transcripts. */
@Injectable()
export class Assistant {
  private readonly logger = new Logger('Assistant');

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(ASSISTANT_PROVIDERS) private readonly providers: readonly AssistantProvider[],
    private readonly answers: Answers,
    private readonly limits: AnswerLimits,
    private readonly indexed: IndexedEpisodes,
  ) {}

  /** Throws Rejected `invalid`, `too-many-questions`, `answer-unknown`, `series-unknown`, `episode-unknown`. */
  async prepare(asked: AssistantQuestion, asker: Asker): Promise<PreparedQuestion> {
    const { question, podcastSeriesIds = null, episodeUuids = null, threadId = null } = asked;
    const refusal = refusalOfQuestion(question);
    if (refusal !== null) throw new Rejected('invalid', refusal);
    const turns = threadId === null ? [] : await this.answers.listThread(asker, threadId);
    if (threadId !== null && turns.length === 0)
      throw new Rejected('answer-unknown', 'There is no answer of yours that this question could follow up on.');
    const given = await readScope(this.pool, podcastSeriesIds, episodeUuids);
    const isGiven = given.seriesUuids !== null || given.episodeUuids !== null;
    await this.limits.take(asker);
    const { provider, note } = await this.choose(asker);

    return {
      asker,
      question,
      scope: isGiven ? given : (turns.at(-1)?.scope ?? given),
      thread: turns.slice(-TURNS_KEPT).map((turn) => ({ question: turn.question, answer: plainAnswer(turn) })),
      threadId: threadId ?? `local-${randomUUID()}`,
      provider,
      note,
      indexed: await this.indexed.list(this.pool),
    };
  }

  /** Ends without keeping anything once `left` is aborted. */
  async *answer(prepared: PreparedQuestion, left: AbortSignal): AsyncGenerator<AnswerEvent> {
    const { question, threadId, provider, note } = prepared;
    yield { type: 'started', provider: provider.name, question, threadId };
    try {
      yield* this.run(prepared, provider, note, left);
    } catch (error) {
      if (left.aborted) return;
      if (!(error instanceof ProviderFailed) || provider === this.builtIn) {
        yield { type: 'answered', answer: this.failed(prepared, error) };
        return;
      }
      this.logger.warn(`${provider.name} did not answer: ${error.message}`);
      if (error.usd !== null) await this.limits.spend(prepared.asker, error.usd);
      const builtIn = this.builtIn;
      yield { type: 'restarted', provider: builtIn.name, note: error.note };
      try {
        yield* this.run(prepared, builtIn, error.note, left);
      } catch (again) {
        if (left.aborted) return;
        yield { type: 'answered', answer: this.failed(prepared, again) };
      }
    }
  }

  /** The provider that answers now, and why it is not the one that was chosen. */
  async choose(asker: Asker): Promise<{ provider: AssistantProvider; note: string | null }> {
    const { ASSISTANT_PROVIDER: choice } = this.config;
    const wanted = choice === 'auto' ? 'openai' : choice;
    const provider = this.providers.find(({ name }) => name === wanted) ?? null;
    const isUsable = provider !== null && provider.problem === null;
    if (!isUsable) return { provider: this.builtIn, note: choice === 'auto' ? null : AI_UNAVAILABLE };
    if (provider.name !== 'offline' && !(await this.limits.mayCost(asker)))
      return { provider: this.builtIn, note: COST_REACHED };

    return { provider, note: null };
  }

  private get builtIn(): AssistantProvider {
    return this.providers.find(({ name }) => name === 'offline')!;
  }

  private async *run(
    prepared: PreparedQuestion,
    provider: AssistantProvider,
    note: string | null,
    left: AbortSignal,
  ): AsyncGenerator<AnswerEvent> {
    const { asker, question, scope, thread, threadId, indexed } = prepared;
    const askedAt = new Date();
    const late = timeLimit(provider === this.builtIn ? BUILT_IN_TIMEOUT_MS : this.config.ASSISTANT_TIMEOUT_MS);
    const checker = new AnswerChecker(searchedScope(scope, indexed));
    const statements: Statement[] = [];
    let nearest: KeptCitation[] = [];
    let [runId, threadOf, usd]: [string | null, string, number | null] = [null, threadId, null];
    const asked: AskedQuestion = { question, scope, thread, threadId, signal: AbortSignal.any([left, late]) };
    try {
      for await (const proposed of inTime(provider.ask(asked), late)) {
        left.throwIfAborted();
        if (proposed.type === 'asked') {
          usd = proposed.mostUsd;
        } else if (proposed.type === 'run') {
          runId = proposed.runId;
          threadOf = proposed.threadId ?? threadId;
          usd = proposed.usd;
        } else if (proposed.type === 'unanswered') {
          nearest = await checker.nearest(this.pool, proposed.nearest);
        } else if (proposed.type === 'passages') {
          await checker.expect(this.pool, proposed.citations);
        } else if (proposed.type === 'statement') {
          const checked = await checker.statement(this.pool, proposed);
          if (checked === null) continue;
          statements.push(checked.statement);
          const citations = citationViews(checker.known, checked.added, askedAt.toISOString());
          yield { type: 'statement', statement: checked.statement, citations };
        } else {
          const statement: Statement = { kind: proposed.type, text: proposed.text, citations: [] };
          statements.push(statement);
          yield { type: 'statement', statement, citations: [] };
        }
      }
      left.throwIfAborted();
    } catch (error) {
      // The service charges for what nobody waited for.
      if (usd !== null && (left.aborted || late.aborted)) await this.limits.spend(asker, usd);
      throw error;
    }
    if (usd !== null) await this.limits.spend(asker, usd);
    const isAnswered = statements.some(({ kind }) => kind === 'statement');
    const id = randomUUID();
    const kept: KeptAnswer = {
      id,
      accountId: asker.accountId,
      browserId: asker.accountId === null ? asker.browserId : null,
      threadId: threadOf,
      runId: runId ?? `local-${id}`,
      askedAt,
      question,
      provider: provider.name,
      note,
      isAnswered,
      isShared: false,
      leftOut: checker.leftOut,
      scope,
      statements: isAnswered ? statements : [],
      citations: isAnswered ? checker.citations : [],
      nearest,
    };
    if (kept.accountId !== null || kept.browserId !== null) await this.answers.keep(kept);
    yield { type: 'answered', answer: await this.view(kept, asker, { indexed, known: checker.known }) };
  }

  async view(
    kept: KeptAnswer,
    asker: Asker,
    read: { indexed: readonly string[] | null; known: KnownPassages } | null = null,
  ): Promise<Answer> {
    return answerView(this.pool, kept, asker, {
      slug: this.config.ASSISTANT_SLUG,
      ...(read ?? { indexed: await this.indexed.list(this.pool), known: new KnownPassages() }),
    });
  }

  private failed({ question, threadId }: PreparedQuestion, error: unknown): FailedAnswer {
    if (!(error instanceof Rejected)) this.logger.error(`a question failed: ${messageOf(error)}`);

    return {
      success: false,
      answer: null,
      threadId,
      runId: null,
      timestamp: new Date().toISOString(),
      question,
      error: error instanceof Rejected ? error.message : SEARCH_FAILED,
    };
  }
}

/** Throws ProviderFailed when it is late. */
async function* inTime(proposals: AsyncIterable<Proposed>, late: AbortSignal): AsyncGenerator<Proposed> {
  try {
    yield* proposals;
    late.throwIfAborted();
  } catch (error) {
    if (late.aborted) throw new ProviderFailed('it took too long', AI_UNAVAILABLE, null, { cause: error });
    throw error;
  }
}

const plainAnswer = ({ statements }: KeptAnswer): string => statements.map(({ text }) => plainOf(text)).join('\n');
