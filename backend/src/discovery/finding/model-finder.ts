import { PASSING_ERRORS } from '@earmark/contracts';
import type { DiscoveryLine } from '@earmark/contracts/discovery';
import { LONGEST_LINK } from '@earmark/contracts/kit';
import { z } from 'zod';
import { pause } from '../../kit/process/pause.ts';
import { Rejected } from '../../kit/rejected.ts';
import type { LanguageModel, ModelUsage, StructuredAnswer } from '../../models/language-model.ts';
import { UnusableAnswer } from '../../models/model-errors.ts';
import { mapAtOnce } from '../../kit/map-at-once.ts';
import type { FinderSegment, FoundName } from './found-name.ts';
import { Discovery, inputOf, INSTRUCTIONS, type Asked } from './prompt.ts';
import { windowsOf, windowTokens, type PlacedSegment } from './windows.ts';

const MOST_OUTPUT_TOKENS = 8000;
const OUTPUT_SHARE = 0.3;
const RETRY_MS = 2000;
/** A service that wants to be left alone for longer is not asked again. */
const LONGEST_WAIT_MS = 120_000;
const Link = z.url({ protocol: /^https?$/ }).max(LONGEST_LINK);

export interface ModelSearch extends Omit<Asked, 'contextTokens'> {
  readonly segments: readonly FinderSegment[];
  readonly say: (line: DiscoveryLine) => void;
  readonly signal: AbortSignal;
  /** Before an overloaded service is asked again, when it does not say itself how long. */
  readonly retryMs?: number;
}

export interface ModelFindings extends ModelUsage {
  readonly names: readonly FoundName[];
  readonly parts: number;
  readonly failedParts: number;
}

/**
 * Asks the model about each part of the transcript. A part without a usable answer is asked once more, and then left out.
 * Throws Rejected when the service refuses, cannot be reached even at a second attempt, or gave no usable answer at all;
 * and the reason of the signal.
 */
export async function findWithModel(model: LanguageModel, search: ModelSearch): Promise<ModelFindings> {
  const { segments, say, signal } = search;
  const { contextTokens } = model;
  const windows = windowsOf(segments, windowTokens(contextTokens));
  const spent = { model: model.model, inputTokens: 0, outputTokens: 0 };
  // After a refusal, the other parts are not worth waiting for.
  const ending = new AbortController();
  const either = AbortSignal.any([signal, ending.signal]);
  const answers = await mapAtOnce(windows, model.atOnce, async (part, index) => {
    try {
      return await answered(
        model,
        { part, asked: { ...search, contextTokens } },
        { say, spent, signal: either },
        {
          name: windows.length === 1 ? 'The transcript' : `Part ${index + 1} of ${windows.length}`,
          retryMs: search.retryMs ?? RETRY_MS,
        },
      );
    } catch (error) {
      ending.abort(error);
      throw error;
    }
  });
  signal.throwIfAborted();
  const failedParts = answers.filter((answer) => answer === null).length;
  if (failedParts > 0 && failedParts === windows.length)
    throw new Rejected(
      'model-answer-unusable',
      'The AI service gave no usable answer about any part of the transcript.',
    );

  return {
    ...spent,
    names: answers.flatMap((answer) => (answer === null ? [] : namesOf(answer))),
    parts: windows.length,
    failedParts,
  };
}

interface Question {
  readonly part: readonly PlacedSegment[];
  readonly asked: Asked;
}
interface Run {
  readonly say: (line: DiscoveryLine) => void;
  readonly spent: { model: string; inputTokens: number; outputTokens: number };
  readonly signal: AbortSignal;
}

/** Null: no answer that can be used, at both attempts. */
async function answered(
  model: LanguageModel,
  { part, asked }: Question,
  { say, spent, signal }: Run,
  { name, retryMs }: { name: string; retryMs: number },
): Promise<Discovery | null> {
  const input = inputOf(part, asked);
  const room = Math.floor(asked.contextTokens * OUTPUT_SHARE);
  for (let attempt = 1; ; attempt++)
    try {
      const answer = await model.structured({
        instructions: INSTRUCTIONS,
        input,
        schema: Discovery,
        schemaName: 'discovery',
        maxOutputTokens: Math.min(MOST_OUTPUT_TOKENS, room),
        signal,
      });
      add(spent, answer);
      return answer.parsed;
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      const isUnusable = error instanceof UnusableAnswer;
      const waitMs = waitOf(error, retryMs);
      if (isUnusable) add(spent, error.usage);
      else if (attempt > 1 || !PASSING_ERRORS.has(error.code) || waitMs > LONGEST_WAIT_MS) throw error;
      if (attempt > 1) {
        say({ level: 'error', message: `${name} is left out. ${error.message}` });
        return null;
      }
      say({ level: 'warn', message: `${name} is asked about once more. ${error.message}` });
      if (!isUnusable) await pause(waitMs, signal);
    }
}

const waitOf = ({ extra }: Rejected, byDefault: number): number => {
  const seconds = z.object({ retryAfterSeconds: z.number() }).safeParse(extra).data?.retryAfterSeconds;

  return seconds === undefined ? byDefault : seconds * 1000;
};

function add(spent: Run['spent'], { model, inputTokens, outputTokens }: ModelUsage | StructuredAnswer<unknown>): void {
  spent.model = model;
  spent.inputTokens += inputTokens;
  spent.outputTokens += outputTokens;
}

const namesOf = ({ entities }: Discovery): FoundName[] =>
  entities.map(({ name, type, confidence, suggestedUrl }) => ({
    name,
    type,
    confidence: Number.isFinite(confidence) ? Math.min(1, Math.max(0, confidence)) : 0,
    suggestedUrl: Link.safeParse(suggestedUrl).data ?? null,
  }));
