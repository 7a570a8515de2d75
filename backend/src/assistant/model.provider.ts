import { AI_UNAVAILABLE } from '@earmark/contracts/assistant';
import { findAnswerPassages, understandQuestion } from '@earmark/projections/queries';
import { Injectable } from '@nestjs/common';
import { messageOf } from '../kit/process/pause.ts';
import { Rejected } from '../kit/rejected.ts';
import { tokensOf, type LanguageModel } from '../models/language-model.ts';
import { UnusableAnswer } from '../models/model-errors.ts';
import { Models } from '../models/models.ts';
import { usdOf } from './answer-price.ts';
import { searchedScope } from './answer-scope.ts';
import { ProviderFailed, type AskedQuestion, type AssistantProvider, type Proposed } from './assistant-provider.ts';
import { IndexedEpisodes } from './indexed-episodes.ts';
import { MODEL_INSTRUCTIONS, modelInput, NO_ANSWER, numberedPassages, type NumberedPassage } from './model-prompt.ts';
import { PassageFinder } from './passage-finder.ts';
import { StatementReader } from './statement-reader.ts';

const MOST_PASSAGES = 16;
const NEAREST = 3;
const ANSWER_TOKENS = 1500;

/** A language model answers from our passages, which it cites by number. */
@Injectable()
export class ModelProvider implements AssistantProvider {
  readonly name = 'model';

  constructor(
    private readonly finder: PassageFinder,
    private readonly models: Models,
    private readonly indexed: IndexedEpisodes,
  ) {}

  get problem(): string | null {
    const { missing, provider } = this.models;
    if (missing.length > 0) return `${missing.join(' and ')} must be set.`;

    return provider === 'offline' ? 'No language model is configured. Set LLM_BASE_URL or OPENAI_API_KEY.' : null;
  }

  async *ask(asked: AskedQuestion): AsyncIterable<Proposed> {
    const model = this.models.current;
    if (model === null) throw new ProviderFailed('no language model is configured', AI_UNAVAILABLE);
    const passages = await this.passagesFor(asked, model);
    if (passages.length === 0) yield { type: 'unanswered', nearest: [] };
    else yield* this.written(asked, model, passages);
  }

  private async passagesFor(
    { question, scope, thread, signal }: AskedQuestion,
    model: LanguageModel,
  ): Promise<NumberedPassage[]> {
    const earlier = thread.map((turn) => turn.question);

    return this.finder.run(async (db, library) => {
      const understood = await understandQuestion(db, library, question, earlier);
      if (understood.wanted.length === 0) return [];
      const found = await findAnswerPassages(db, understood, searchedScope(scope, await this.indexed.list(db)));
      const passages = await numberedPassages(db, found.slice(0, MOST_PASSAGES));
      // Room for the instructions, the earlier turns and the answer.
      let left =
        model.contextTokens * 0.9 -
        ANSWER_TOKENS -
        tokensOf(MODEL_INSTRUCTIONS) -
        tokensOf(modelInput(question, thread, []));

      return passages.filter(({ text }) => (left -= tokensOf(text) + 20) > 0);
    }, signal);
  }

  private async *written(
    { question, thread, signal }: AskedQuestion,
    model: LanguageModel,
    passages: readonly NumberedPassage[],
  ): AsyncIterable<Proposed> {
    const citations = new Map(passages.map(({ n, citation }) => [n, citation]));
    const reader = new StatementReader();
    let [statements, isUnanswered] = [0, false];
    const input = modelInput(question, thread, passages);
    const inputTokens = tokensOf(MODEL_INSTRUCTIONS) + tokensOf(input);
    const mostUsd = usdOf(model.provider, { model: model.model, inputTokens, outputTokens: ANSWER_TOKENS });
    yield { type: 'asked', mostUsd };
    const pieces = model.text({ instructions: MODEL_INSTRUCTIONS, input, maxOutputTokens: ANSWER_TOKENS, signal });
    try {
      for await (const piece of pieces) {
        for (const { text, numbers } of piece.type === 'text' ? reader.add(piece.text) : reader.end(piece.isComplete)) {
          if (text.includes(NO_ANSWER)) isUnanswered = true;
          else {
            statements += 1;
            yield { type: 'statement', text, citations: numbers.flatMap((n) => citations.get(n) ?? []) };
          }
        }
        if (piece.type === 'end') yield { type: 'run', runId: null, threadId: null, usd: usdOf(model.provider, piece) };
      }
    } catch (error) {
      if (signal.aborted || !(error instanceof Rejected)) throw error;
      const spent = error.code === 'model-slow' ? mostUsd : null;
      const usd = error instanceof UnusableAnswer ? usdOf(model.provider, error.usage) : spent;
      throw new ProviderFailed(messageOf(error), AI_UNAVAILABLE, usd, { cause: error });
    }
    if (statements === 0 || isUnanswered)
      yield { type: 'unanswered', nearest: passages.slice(0, NEAREST).map(({ citation }) => citation) };
  }
}
