import { AI_UNAVAILABLE } from '@earmark/contracts/assistant';
import { findIndex, listIndexedIn } from '@earmark/projections/queries';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { ResponseCreateParamsStreaming } from 'openai/resources/responses/responses';
import type { Pool } from 'pg';
import type { Dispatcher } from 'undici';
import type { Config } from '../config.ts';
import { CONFIG } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import { tokensOf } from '../models/language-model.ts';
import { ModelClient } from '../models/model-client.ts';
import { CHUNK_TOKENS } from '../uploads/openai-stores.ts';
import { patientAgent } from '../kit/patient-agent.ts';
import { AnnotatedText, type CitedSentence } from './annotated-text.ts';
import { usdOf } from './answer-price.ts';
import { ProviderFailed, type AskedQuestion, type AssistantProvider, type Proposed } from './assistant-provider.ts';
import { citationIn, endOf, resultsIn } from './openai-events.ts';
import { scopeFilter } from './openai-filters.ts';
import { OPENAI_INSTRUCTIONS, openAiInput } from './openai-prompt.ts';
import { citationsOf, linesOf, supportingLines, type FoundChunk } from './openai-passages.ts';
import { NO_ANSWER } from './model-prompt.ts';

const ANSWER_TOKENS = 1500;
const MOST_RESULTS = 20;
const LEAST_SCORE = 0.2;
const NEAREST = 3;
export const NOT_UPLOADED = 'None of the selected episodes has been uploaded to the assistant yet.';

/** OpenAI answers from the transcripts in its vector store, which it searches itself. */
@Injectable()
export class OpenAiProvider implements AssistantProvider, OnApplicationShutdown {
  readonly name = 'openai';
  readonly problem: string | null;
  private readonly client: ModelClient;
  private readonly model: string;
  private readonly agent: Dispatcher;

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CONFIG) config: Config,
  ) {
    const { OPENAI_API_KEY: key, OPENAI_BASE_URL: baseUrl, ASSISTANT_TIMEOUT_MS: timeoutMs } = config;
    this.problem = key === null ? 'OPENAI_API_KEY must be set.' : null;
    this.model = config.ASSISTANT_MODEL;
    this.agent = patientAgent(timeoutMs);
    const words = { model: this.model, keySetting: 'OPENAI_API_KEY', timeoutMs, secrets: [key] };
    this.client = new ModelClient({ baseUrl, key }, words, this.agent);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  async *ask(asked: AskedQuestion): AsyncIterable<Proposed> {
    const { vectorStoreId } = await findIndex(this.pool);
    const indexed = await listIndexedIn(this.pool, asked.scope);
    if (vectorStoreId === null || indexed.length === 0)
      throw new ProviderFailed('nothing in the scope was uploaded', NOT_UPLOADED);
    try {
      yield* this.answered(asked, this.orderOf(asked, vectorStoreId, scopeFilter(asked.scope, indexed)));
    } catch (error) {
      if (asked.signal.aborted || !(error instanceof Rejected)) throw error;
      const isGone = error.code === 'model-refused' && error.message.includes('(404)');
      throw new ProviderFailed(
        isGone ? `the vector store ${vectorStoreId} no longer exists` : error.message,
        AI_UNAVAILABLE,
        null,
        { cause: error },
      );
    }
  }

  private orderOf(
    { question, thread }: AskedQuestion,
    vectorStoreId: string,
    filters: ReturnType<typeof scopeFilter>,
  ): ResponseCreateParamsStreaming {
    return {
      model: this.model,
      instructions: OPENAI_INSTRUCTIONS,
      input: openAiInput(question, thread),
      max_output_tokens: ANSWER_TOKENS,
      // Nobody's question is kept there.
      store: false,
      stream: true,
      // Other models refuse it.
      ...(/^(gpt-5|o\d)/.test(this.model) ? { reasoning: { effort: 'low' as const } } : {}),
      tools: [
        {
          type: 'file_search',
          vector_store_ids: [vectorStoreId],
          max_num_results: MOST_RESULTS,
          ranking_options: { score_threshold: LEAST_SCORE },
          ...(filters === undefined ? {} : { filters }),
        },
      ],
      tool_choice: { type: 'file_search' },
      include: ['file_search_call.results'],
    };
  }

  private async *answered(asked: AskedQuestion, order: ResponseCreateParamsStreaming): AsyncGenerator<Proposed> {
    const text = new AnnotatedText();
    const chunks: FoundChunk[] = [];
    let [statements, isUnanswered, hasEnded] = [0, false, false];
    const found = MOST_RESULTS * CHUNK_TOKENS;
    const inputTokens = tokensOf(OPENAI_INSTRUCTIONS) + tokensOf(openAiInput(asked.question, asked.thread)) + found;
    yield { type: 'asked', mostUsd: usdOf('openai', { model: this.model, inputTokens, outputTokens: ANSWER_TOKENS }) };
    const onSentence = (isStatement: boolean) => (isStatement ? statements++ : (isUnanswered = true));
    const pieces = this.client.streaming(asked, (signal) => this.events(order, signal));
    for await (const event of pieces) {
      let sentences: CitedSentence[] = [];
      if (event.type === 'response.output_item.done') chunks.push(...resultsIn(event.item));
      else if (event.type === 'response.output_text.delta') text.add(event.delta);
      else if (event.type === 'response.output_text.annotation.added') {
        const cited = citationIn(event.annotation);
        if (cited !== null) text.cite(cited.index, cited.fileId);
        sentences = text.takeSure();
      } else {
        const end = endOf(event);
        if (end === null) continue;
        const usd = usdOf('openai', { model: this.model, ...end.usage });
        if (end.failure !== null) throw new ProviderFailed(end.failure, AI_UNAVAILABLE, usd);
        yield* this.proposed(text.takeRest(end.isComplete), chunks, onSentence);
        if (!end.isComplete && statements === 0)
          throw new ProviderFailed('the answer was cut off before its first sentence', AI_UNAVAILABLE, usd);
        yield { type: 'run', runId: end.runId, threadId: null, usd };
        hasEnded = true;
        break;
      }
      yield* this.proposed(sentences, chunks, onSentence);
    }
    if (!hasEnded) throw new ProviderFailed('the answer broke off', AI_UNAVAILABLE);
    if (statements === 0 || isUnanswered) yield { type: 'unanswered', nearest: await this.nearest(chunks) };
  }

  private async *events(order: ResponseCreateParamsStreaming, signal: AbortSignal) {
    yield* await this.client.openai.responses.create(order, { signal });
  }

  private async *proposed(
    sentences: readonly CitedSentence[],
    chunks: readonly FoundChunk[],
    onSentence: (isStatement: boolean) => void,
  ): AsyncGenerator<Proposed> {
    for (const { text, fileIds } of sentences) {
      const isStatement = !text.includes(NO_ANSWER);
      onSentence(isStatement);
      if (!isStatement) continue;
      const lines = fileIds.flatMap((fileId) =>
        supportingLines(
          text,
          chunks.filter((chunk) => chunk.fileId === fileId),
        ),
      );
      yield { type: 'statement', text, citations: await citationsOf(this.pool, lines) };
    }
  }

  private async nearest(chunks: readonly FoundChunk[]) {
    const best = [...chunks].sort((a, b) => b.score - a.score).slice(0, NEAREST);

    return citationsOf(
      this.pool,
      best.flatMap((chunk) => linesOf(chunk).slice(0, 1)),
    );
  }
}
