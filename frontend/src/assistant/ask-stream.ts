import { AnswerEvent } from '@earmark/contracts/assistant';
import { request, Unreachable } from '../kit/api.ts';
import { ASSISTANT_CALLS } from './assistant.api.ts';

export interface AskedQuestion {
  readonly question: string;
  /** Null: no restriction. */
  readonly podcastSeriesIds: readonly string[] | null;
  readonly episodeUuids: readonly string[] | null;
  readonly threadId: string | null;
}

/**
 * Asks a question and calls back for each event of its answer. Ends after the last one. Throws RequestFailed when the
 * question is refused, Unreachable when the connection fails, an AbortError when it is stopped.
 */
export async function askQuestion(
  question: AskedQuestion,
  onEvent: (event: AnswerEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { body } = await request(`${ASSISTANT_CALLS}/query/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(question),
    signal,
  });
  if (body === null) throw new Unreachable(false);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const messages = `${rest}${value}`.split(/\r?\n\r?\n/u);
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const data = dataOf(message);
      if (data !== '') onEvent(AnswerEvent.parse(JSON.parse(data)));
    }
  }
}

/** The data of a server-sent event; empty for a comment. */
export const dataOf = (message: string): string =>
  message
    .split(/\r?\n/u)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).replace(/^ /u, ''))
    .join('\n');
