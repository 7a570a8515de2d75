import { z } from 'zod';
import { GivenUuid } from '../kit/uuid.ts';
import { AnswerProvider } from './values.ts';

/** GET …/uploaded-podcasts: podcasts with episodes that the assistant can answer from, as the list of all podcasts. */
export const AssistantPodcast = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string().nullable(),
  imageUrl: z.string().nullable(),
  uploadedEpisodeCount: z.number().int(),
  slug: z.string(),
});
export type AssistantPodcast = z.infer<typeof AssistantPodcast>;

/** GET …/episodes/{podcastId}: the episodes of a podcast that the assistant can answer from, newest first. */
export const AssistantEpisode = z.object({
  uuid: z.string(),
  title: z.string(),
  slug: z.string(),
  /** ISO UTC. */
  publishedAt: z.string().nullable(),
});
export type AssistantEpisode = z.infer<typeof AssistantEpisode>;

/** GET …/entity-types-summary: the topics. Numbers as everywhere. */
export const AssistantTopic = z.object({
  id: z.string(),
  name: z.string(),
  displayName: z.string(),
  iconName: z.string(),
  colorClass: z.string(),
  patternCount: z.number().int(),
  mentionCount: z.number().int(),
  /** Names of `entities`. */
  topEntities: z.array(z.string()),
  /** The ten with most mentions. */
  entities: z.array(z.object({ id: z.string(), name: z.string(), slug: z.string(), mentions: z.number().int() })),
});
export type AssistantTopic = z.infer<typeof AssistantTopic>;

/** More do not fit into a request: choose whole podcasts then. */
const chosen = z.array(GivenUuid).max(350).nullish();

/** POST …/query and …/query/stream. Null and [] choose nothing: all podcasts, or the scope of the thread. */
export const AssistantQuestion = z.object({
  /** Required, at most 1,000 characters: see `refusalOfQuestion`. */
  question: z.string().trim().default(''),
  /** A podcast with chosen episodes counts with these only. */
  podcastSeriesIds: chosen,
  episodeUuids: chosen,
  /** Of an own answer: the question follows up on it. */
  threadId: z.string().max(100).nullish(),
});
export type AssistantQuestion = z.infer<typeof AssistantQuestion>;

/** A passage of a transcript: one segment, or several of a speaker in a row. */
export const Citation = z.object({
  /** Its number in the answer, from 1. */
  n: z.number().int(),
  episodeUuid: z.string(),
  episodeName: z.string(),
  episodeSlug: z.string(),
  podcastUuid: z.string(),
  podcastName: z.string(),
  podcastSlug: z.string(),
  /** ISO UTC. */
  publishedAt: z.string().nullable(),
  audioUrl: z.string().nullable(),
  imageUrl: z.string().nullable(),
  /** In the order of the transcript. */
  segmentIds: z.array(z.string()).min(1),
  /** The version of the transcript that was cited. */
  versionId: z.string(),
  startMs: z.number().int(),
  endMs: z.number().int(),
  /** HH:MM:SS */
  timeFormatted: z.string(),
  speaker: z.string(),
  /** As cited: the texts of the segments with a space in between. */
  text: z.string(),
  /** The part that supports the statement: flat [start, end, …] UTF-16 offsets into `text`, end exclusive. */
  marks: z.array(z.number().int()),
  /** Of the passage in its episode, with its second. */
  link: z.string(),
  /** The transcript reads differently now. */
  isCorrectedSince: z.boolean(),
  /** As the passage reads now; null: it is in the transcript no more, or was not corrected. */
  currentText: z.string().nullable(),
  /** Of the transcript as it was when the answer was given. */
  linkAsCited: z.string(),
});
export type Citation = z.infer<typeof Citation>;

/**
 * A part of the answer: `lead` introduces what follows, `heading` names an episode, `statement` says something and cites
 * what supports it. `text` is Markdown with bold text and relative links only.
 */
export const Statement = z.object({
  kind: z.enum(['lead', 'heading', 'statement']),
  text: z.string(),
  /** Numbers of citations, ascending. */
  citations: z.array(z.number().int()),
});
export type Statement = z.infer<typeof Statement>;

/** What the answer is about, as a person reads it. */
export const AnswerScope = z.object({
  /** Null: no restriction. */
  podcasts: z.array(z.object({ uuid: z.string(), name: z.string(), slug: z.string() })).nullable(),
  episodes: z
    .array(z.object({ uuid: z.string(), name: z.string(), slug: z.string(), podcastUuid: z.string() }))
    .nullable(),
  /** Such as "2 selected episodes from 1 podcast". */
  sentence: z.string(),
});
export type AnswerScope = z.infer<typeof AnswerScope>;

/** Of POST …/query, and of GET …/answers/{id}. */
export const Answer = z.object({
  success: z.literal(true),
  /** The whole answer in Markdown, with a link for each citation. */
  answer: z.string(),
  threadId: z.string(),
  runId: z.string(),
  /** When it was given, ISO UTC. */
  timestamp: z.string(),
  question: z.string(),
  error: z.null(),
  id: z.string(),
  /** Of its page, such as /ask-earmark/answers/…; for others only when it is shared. */
  address: z.string(),
  provider: AnswerProvider,
  /** A sentence, such as why the AI service did not answer. */
  note: z.string().nullable(),
  /** False: nothing in the scope answers the question. */
  isAnswered: z.boolean(),
  statements: z.array(Statement),
  /** By `n`. */
  citations: z.array(Citation),
  /** Statements without a passage that supports them. */
  leftOut: z.number().int(),
  /** Passages nearest to the question, when nothing answers it. Their numbers continue those of `citations`. */
  nearest: z.array(Citation),
  /** Statements that cited episodes which have been removed since; they are not shown. */
  removed: z.number().int(),
  scope: AnswerScope,
  isShared: z.boolean(),
  isMine: z.boolean(),
});
export type Answer = z.infer<typeof Answer>;

/** Of a question that failed, with status 200. */
export const FailedAnswer = z.object({
  success: z.literal(false),
  answer: z.null(),
  threadId: z.string().nullable(),
  runId: z.null(),
  timestamp: z.string(),
  question: z.string(),
  error: z.string(),
});
export type FailedAnswer = z.infer<typeof FailedAnswer>;
export const QueryAnswer = z.discriminatedUnion('success', [Answer, FailedAnswer]);
export type QueryAnswer = z.infer<typeof QueryAnswer>;

/**
 * An event of POST …/query/stream (server-sent events, each `data:` one of these). Closing the connection stops the
 * answer, which is then not kept. Refusals (400, 429) come before the stream, as problems.
 */
export const AnswerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), provider: AnswerProvider, question: z.string(), threadId: z.string() }),
  /** The next statement, with citations that no earlier one had. */
  z.object({ type: z.literal('statement'), statement: Statement, citations: z.array(Citation) }),
  /** The service failed: what was shown is void, another provider begins anew. */
  z.object({ type: z.literal('restarted'), provider: AnswerProvider, note: z.string() }),
  /** The last event: the whole answer, as it is kept. */
  z.object({ type: z.literal('answered'), answer: QueryAnswer }),
]);
export type AnswerEvent = z.infer<typeof AnswerEvent>;

/** GET …/answers?q=&after=: own answers, newest first, 50 a page. */
export const AnswersQuery = z.object({
  q: z.string().trim().max(200).default(''),
  after: z.string().max(400).optional(),
});
export const AnswerRow = z.object({
  id: z.string(),
  address: z.string(),
  question: z.string(),
  timestamp: z.string(),
  threadId: z.string(),
  provider: AnswerProvider,
  isAnswered: z.boolean(),
  isShared: z.boolean(),
  scope: z.string(),
  citations: z.number().int(),
});
export type AnswerRow = z.infer<typeof AnswerRow>;
export const AnswerPage = z.object({ answers: z.array(AnswerRow), next: z.string().nullable() });
export type AnswerPage = z.infer<typeof AnswerPage>;

/** PUT …/answers/{id}/sharing → Answer. */
export const SharingRequest = z.object({ isShared: z.boolean() });

/** DELETE …/answers/{id} and DELETE …/answers (all own ones). */
export const AnswersDeleted = z.object({ deleted: z.number().int() });

/** GET …/threads/{threadId}: own answers of a thread, oldest first. */
export const AnswerThread = z.object({ answers: z.array(Answer) });
export type AnswerThread = z.infer<typeof AnswerThread>;

/** GET …/status. */
export const AssistantStatus = z.object({
  provider: AnswerProvider,
  /** Such as 'Answered by keyword search; no AI service is configured.' */
  note: z.string().nullable(),
  podcasts: z.number().int(),
  /** That it can answer from. */
  episodes: z.number().int(),
  /** Questions of this address or account until midnight UTC. */
  questionsLeft: z.number().int(),
  dailyLimit: z.number().int(),
});
export type AssistantStatus = z.infer<typeof AssistantStatus>;
