import type { ResponseOutputItem, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { z } from 'zod';
import type { FoundChunk } from './openai-passages.ts';

const Citation = z.object({ type: z.literal('file_citation'), index: z.number().int().min(0), file_id: z.string() });
const Result = z.object({
  file_id: z.string(),
  score: z.number().catch(0),
  text: z.string(),
  attributes: z.object({ episode_uuid: z.guid() }),
});
const Usage = z.object({ input_tokens: z.number().catch(0), output_tokens: z.number().catch(0) });
const Ended = z.object({
  id: z.string(),
  status: z.string().nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  output: z.array(z.object({ type: z.string(), content: z.array(z.object({ type: z.string() })).nullish() })).catch([]),
  usage: Usage.nullish(),
});

/** Where a citation belongs in the text, and which file it names; null: it is of another kind. */
export function citationIn(annotation: unknown): { index: number; fileId: string } | null {
  const found = Citation.safeParse(annotation);

  return found.success ? { index: found.data.index, fileId: found.data.file_id } : null;
}

/** What a search of files has found: of our own files only, which say of which episode they are. */
export function resultsIn(item: ResponseOutputItem): FoundChunk[] {
  if (item.type !== 'file_search_call') return [];

  return (item.results ?? []).flatMap((result): FoundChunk[] => {
    const found = Result.safeParse(result);
    if (!found.success) return [];
    const { file_id: fileId, score, text, attributes } = found.data;

    return [{ fileId, score, text, episodeUuid: attributes.episode_uuid.toLowerCase() }];
  });
}

export interface AnswerEnd {
  readonly runId: string;
  /** False: it ran out of tokens. */
  readonly isComplete: boolean;
  /** Why there is no answer, for the log; null: there is one. */
  readonly failure: string | null;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

/** Null: the answer goes on. */
export function endOf(event: ResponseStreamEvent): AnswerEnd | null {
  if (event.type === 'error') return failed('', `the stream reported an error (${event.code ?? 'no code'})`);
  if (event.type === 'response.refusal.done') return failed('', 'the model declined to answer');
  if (event.type !== 'response.completed' && event.type !== 'response.incomplete' && event.type !== 'response.failed')
    return null;
  const parsed = Ended.safeParse(event.response);
  if (!parsed.success) return failed('', 'the answer has another shape');
  const { id, status, error, incomplete_details: details, output, usage } = parsed.data;
  const spent = { inputTokens: usage?.input_tokens ?? 0, outputTokens: usage?.output_tokens ?? 0 };
  const parts = output.flatMap(({ content }) => content ?? []);
  if (status === 'failed' || event.type === 'response.failed')
    return { ...failed(id, `the answer failed (${error?.code ?? 'no code'})`), usage: spent };
  if (parts.some(({ type }) => type === 'refusal'))
    return { ...failed(id, 'the model declined to answer'), usage: spent };
  if (!parts.some(({ type }) => type === 'output_text'))
    return { ...failed(id, `the answer has no text (${details?.reason ?? status ?? 'no reason'})`), usage: spent };

  return { runId: id, isComplete: event.type === 'response.completed', failure: null, usage: spent };
}

const failed = (runId: string, failure: string): AnswerEnd => ({
  runId,
  isComplete: false,
  failure,
  usage: { inputTokens: 0, outputTokens: 0 },
});
