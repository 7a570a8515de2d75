import type { Answer, AnswerEvent, AnswerProvider, Citation, Statement } from '@earmark/contracts/assistant';
import { SEARCH_FAILED } from '@earmark/contracts/assistant';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { RequestFailed } from '../kit/api.ts';
import { askQuestion } from './ask-stream.ts';
import type { AskedQuestion } from './ask-stream.ts';

/** An answer while it is written. */
export interface Draft {
  readonly question: string;
  readonly provider: AnswerProvider | null;
  readonly note: string | null;
  readonly statements: readonly Statement[];
  readonly citations: readonly Citation[];
}

export const CANNOT_CONNECT = 'Failed to connect to search service. Please try again.';

/** What an event makes of an answer that is being written. */
export function written(draft: Draft, event: AnswerEvent): Draft {
  switch (event.type) {
    case 'started':
      return { ...draft, provider: event.provider };
    case 'statement':
      return {
        ...draft,
        statements: [...draft.statements, event.statement],
        citations: [...draft.citations, ...event.citations],
      };
    case 'restarted':
      return { ...draft, provider: event.provider, note: event.note, statements: [], citations: [] };
    case 'answered':
      return draft;
  }
}

/** The questions asked on this page and their answers, newest first. */
export function useConversation() {
  const client = useQueryClient();
  const [answers, setAnswers] = useState<readonly Answer[]>([]);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [stopped, setStopped] = useState<Draft | null>(null);
  const [failure, setFailure] = useState<{ readonly question: AskedQuestion; readonly why: string } | null>(null);
  const running = useRef<AbortController | null>(null);

  // Leaving the page stops the answer.
  useEffect(() => () => running.current?.abort(), []);

  const ask = async (question: AskedQuestion): Promise<void> => {
    running.current?.abort();
    const asked = new AbortController();
    running.current = asked;
    setFailure(null);
    setStopped(null);
    setDraft({ question: question.question, provider: null, note: null, statements: [], citations: [] });
    let isAnswered = false;
    try {
      await askQuestion(
        question,
        (event) => {
          if (asked.signal.aborted) return;
          if (event.type !== 'answered') return setDraft((before) => before && written(before, event));
          isAnswered = true;
          const { answer } = event;
          if (answer.success) {
            client.setQueryData(['assistant', 'answer', answer.id], answer);
            setAnswers((before) => [answer, ...before]);
          } else setFailure({ question, why: answer.error === '' ? SEARCH_FAILED : answer.error });
        },
        asked.signal,
      );
      if (!isAnswered) setFailure({ question, why: CANNOT_CONNECT });
    } catch (error) {
      if (asked.signal.aborted) return;
      setFailure({ question, why: error instanceof RequestFailed ? error.message : CANNOT_CONNECT });
    } finally {
      if (running.current === asked) {
        running.current = null;
        setDraft(null);
        for (const key of ['answers', 'status', 'thread'])
          void client.invalidateQueries({ queryKey: ['assistant', key] });
      }
    }
  };

  return {
    answers,
    draft,
    /** What was written of an answer before somebody stopped it. */
    stopped,
    failure,
    ask,
    stop: () => {
      running.current?.abort();
      running.current = null;
      setDraft(null);
      setStopped(draft !== null && draft.statements.length > 0 ? draft : null);
    },
    put: (answer: Answer) => setAnswers((all) => all.map((one) => (one.id === answer.id ? answer : one))),
    remove: (id: string | null) => setAnswers((all) => (id === null ? [] : all.filter((one) => one.id !== id))),
  };
}

export type Conversation = ReturnType<typeof useConversation>;
