import type { AnswerProvider } from '@earmark/contracts/assistant';

/** What may be answered from. A podcast with chosen episodes stands in `episodeUuids` only. */
export interface ScopeAsked {
  /** Whole podcasts; with `episodeUuids` both null: everything. */
  readonly seriesUuids: readonly string[] | null;
  readonly episodeUuids: readonly string[] | null;
}

/** An earlier question of the thread and the answer's text without citations. */
export interface Turn {
  readonly question: string;
  readonly answer: string;
}

export interface AskedQuestion {
  readonly question: string;
  readonly scope: ScopeAsked;
  /** Oldest first. */
  readonly thread: readonly Turn[];
  readonly threadId: string;
  /** Aborted when the asker has left, or the time for an answer is over. */
  readonly signal: AbortSignal;
}

/** A passage by its segments, or by a time in the episode: then the segment at that time. */
export type ProposedCitation =
  | { readonly episodeUuid: string; readonly segmentIds: readonly string[]; readonly marks?: readonly number[] }
  | { readonly episodeUuid: string; readonly atMs: number };

/** What a provider says next. It is shown only after it was checked. */
export type Proposed =
  /** Our own words, which need no passage. Never text of a service. */
  | { readonly type: 'lead' | 'heading'; readonly text: string }
  /**
   * Markdown without the numbers of citations. Left out unless a citation resolves, and each quotation (in quotation
   * marks) stands in one of those that do. Links and HTML are removed.
   */
  | { readonly type: 'statement'; readonly text: string; readonly citations: readonly ProposedCitation[] }
  /** Not shown: what the statements that follow will cite, to be read at once. */
  | { readonly type: 'passages'; readonly citations: readonly ProposedCitation[] }
  /** Nothing answers the question; the passages that come nearest. */
  | { readonly type: 'unanswered'; readonly nearest: readonly ProposedCitation[] }
  /**
   * Not shown: a service is being asked. In US dollars the most that it may charge, which counts when nobody waits for the
   * end of the answer; null: nothing.
   */
  | { readonly type: 'asked'; readonly mostUsd: number | null }
  /** Known at the end. Null: not known, or it costs nothing. */
  | {
      readonly type: 'run';
      readonly runId: string | null;
      readonly threadId: string | null;
      readonly usd: number | null;
    };

/** The service failed, refused, or answered nothing usable: the built-in search answers. The message is for the log. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';

  constructor(
    message: string,
    /** What the asker reads. */
    readonly note: string,
    /** Spent all the same. */
    readonly usd: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface AssistantProvider {
  readonly name: AnswerProvider;
  /** Null: it can answer. Else why not, as a sentence for the operator. */
  readonly problem: string | null;
  /** Throws ProviderFailed. */
  ask(question: AskedQuestion): AsyncIterable<Proposed>;
}

/** Token of the list of providers, the built-in one last: each says itself whether it is configured. */
export const ASSISTANT_PROVIDERS = Symbol('assistant providers');
