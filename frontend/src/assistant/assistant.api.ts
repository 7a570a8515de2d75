import {
  Answer,
  AnswerPage,
  AnswersDeleted,
  AnswerThread,
  AssistantEpisode,
  AssistantPodcast,
  AssistantStatus,
  AssistantTopic,
} from '@earmark/contracts/assistant';
import type { Answer as GivenAnswer } from '@earmark/contracts/assistant';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { getJson, RequestFailed, sendJson, Unreachable } from '../kit/api.ts';
import { ASSISTANT_PATH } from '../kit/paths.ts';

export const ASSISTANT_CALLS = `/api${ASSISTANT_PATH}`;

// Real cursors are never empty.
const FIRST_PAGE = '';
// Transcripts come and go, and with them what can be asked.
const ALWAYS = { isTouchedBy: () => true };

/** The specified message in place of the server's. */
const failingWith =
  (message: string) =>
  (error: unknown): never => {
    if (error instanceof RequestFailed || error instanceof Unreachable) throw new Error(message, { cause: error });
    throw error;
  };

/** Podcasts that the assistant can answer from. */
export const uploadedPodcasts = queryOptions({
  queryKey: ['assistant', 'podcasts'],
  queryFn: ({ signal }) =>
    getJson(`${ASSISTANT_CALLS}/uploaded-podcasts`, z.array(AssistantPodcast), signal).catch(
      failingWith('Failed to fetch uploaded podcasts'),
    ),
  meta: ALWAYS,
});

/** Episodes of a podcast that the assistant can answer from, newest first. */
export const uploadedEpisodes = (podcastId: string) =>
  queryOptions({
    queryKey: ['assistant', 'episodes', podcastId],
    queryFn: ({ signal }) =>
      getJson(`${ASSISTANT_CALLS}/episodes/${podcastId}`, z.array(AssistantEpisode), signal).catch(
        failingWith('Failed to fetch episodes'),
      ),
    meta: ALWAYS,
  });

export const topics = queryOptions({
  queryKey: ['assistant', 'topics'],
  queryFn: ({ signal }) =>
    getJson(`${ASSISTANT_CALLS}/entity-types-summary`, z.array(AssistantTopic), signal).catch(
      failingWith('Failed to fetch entity types'),
    ),
  meta: ALWAYS,
});

export const assistantStatus = queryOptions({
  queryKey: ['assistant', 'status'],
  queryFn: ({ signal }) => getJson(`${ASSISTANT_CALLS}/status`, AssistantStatus, signal),
  meta: ALWAYS,
});

/** Own answers that contain the text, newest first, in pages. */
export const ownAnswers = (text: string) =>
  infiniteQueryOptions({
    queryKey: ['assistant', 'answers', text],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams();
      if (text !== '') query.set('q', text);
      if (pageParam !== FIRST_PAGE) query.set('after', pageParam);

      return getJson(`${ASSISTANT_CALLS}/answers?${query}`, AnswerPage, signal);
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
  });

export const answerOf = (id: string) =>
  queryOptions({
    queryKey: ['assistant', 'answer', id],
    queryFn: ({ signal }) => getJson(`${ASSISTANT_CALLS}/answers/${encodeURIComponent(id)}`, Answer, signal),
    meta: ALWAYS,
  });

/** Own answers of a thread, oldest first. */
export const threadOf = (threadId: string) =>
  queryOptions({
    queryKey: ['assistant', 'thread', threadId],
    queryFn: ({ signal }) =>
      getJson(`${ASSISTANT_CALLS}/threads/${encodeURIComponent(threadId)}`, AnswerThread, signal),
  });

/** Path of an answer as a Markdown file. */
export const markdownPath = ({ id }: Pick<GivenAnswer, 'id'>): string => `${ASSISTANT_CALLS}/answers/${id}/markdown`;

export const shareAnswer = (id: string, isShared: boolean): Promise<GivenAnswer> =>
  sendJson('PUT', `${ASSISTANT_CALLS}/answers/${id}/sharing`, Answer, { isShared });

export const deleteAnswer = (id: string): Promise<unknown> =>
  sendJson('DELETE', `${ASSISTANT_CALLS}/answers/${id}`, AnswersDeleted);

export const deleteAllAnswers = (): Promise<unknown> =>
  sendJson('DELETE', `${ASSISTANT_CALLS}/answers`, AnswersDeleted);
