import type { z } from 'zod';

/** A question to a language model. */
export interface ModelOrder {
  /** What it shall do. Holds nothing that others wrote; that belongs into `input`, as data. */
  readonly instructions: string;
  readonly input: string;
  readonly maxOutputTokens: number;
  readonly signal: AbortSignal;
}

export interface StructuredOrder<Value> extends ModelOrder {
  /**
   * An object at the root; every property is required (`nullable`, not `optional`) and without limits, which not every
   * server understands.
   */
  readonly schema: z.ZodType<Value>;
  /** Names the schema to the service: a–z and underscores. */
  readonly schemaName: string;
}

export interface ModelUsage {
  /** As the service names it. */
  readonly model: string;
  /** 0 when the service does not say. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface StructuredAnswer<Value> extends ModelUsage {
  readonly parsed: Value;
}

/** A piece of a text as it is written, and what it took at its end. */
export type TextPiece =
  | { readonly type: 'text'; readonly text: string }
  /** `isComplete`: false when it ran out of tokens. */
  | ({ readonly type: 'end'; readonly isComplete: boolean } & ModelUsage);

/**
 * A language model behind one of two ways to call it. Its calls throw Rejected with `model-…`, UnusableAnswer among them, and
 * the reason of the signal. Nothing is asked twice: whoever asks knows whether that is worth the price.
 */
export interface LanguageModel {
  readonly provider: 'openai' | 'openai-compatible';
  readonly model: string;
  /** What it reads and writes at once. */
  readonly contextTokens: number;
  /** Calls at the same time. */
  readonly atOnce: number;
  structured<Value>(order: StructuredOrder<Value>): Promise<StructuredAnswer<Value>>;
  /** Ends with one piece `end`. */
  text(order: ModelOrder): AsyncIterable<TextPiece>;
  /** Calls the service as cheaply as possible, and says in a sentence what it found. */
  check(): Promise<string>;
}

/** About how many tokens a text has, for windows and limits. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);
