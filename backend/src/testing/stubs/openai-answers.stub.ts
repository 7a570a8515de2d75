import { z } from 'zod';
import type { StoresState, StubFile, StubStore, StubStoreFile } from './openai-stores.stub.ts';
import { answer, json, type StubAnswer, type StubRequest } from './stub-answer.ts';

/** What becomes of an answer; the HTTP answer is fine. */
export const ANSWER_FAULTS = ['incomplete', 'cut', 'failed', 'refusal', 'empty', 'error', 'broken-off'] as const;

export interface AnswersState {
  fault: (typeof ANSWER_FAULTS)[number] | null;
  /** Writes the answer instead of the stub. */
  write: ((question: string, found: readonly FoundPart[]) => Written) | null;
  /** The last order, as it came. */
  lastOrder: unknown;
}
export interface FoundPart {
  readonly fileId: string;
  readonly filename: string;
  readonly score: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly text: string;
}
export interface Written {
  readonly text: string;
  readonly annotations: readonly { readonly index: number; readonly fileId: string }[];
}

export const answersState = (): AnswersState => ({ fault: null, write: null, lastOrder: null });

const Comparison = z.object({ type: z.enum(['eq', 'in']), key: z.string(), value: z.unknown() });
type Filter = z.infer<typeof Comparison> | { type: 'and' | 'or'; filters: Filter[] };
const Filter: z.ZodType<Filter> = z.union([
  Comparison,
  z.object({ type: z.enum(['and', 'or']), filters: z.array(z.lazy(() => Filter)) }),
]);
const Order = z.object({
  model: z.string(),
  input: z.string(),
  stream: z.boolean().default(false),
  include: z.array(z.string()).default([]),
  store: z.boolean().default(true),
  tools: z.array(
    z.object({
      type: z.literal('file_search'),
      vector_store_ids: z.array(z.string()).min(1),
      max_num_results: z.number().int().min(1).max(50).default(10),
      filters: Filter.optional(),
    }),
  ),
});
type Order = z.infer<typeof Order>;

/** What a chunk may have in characters: about 800 tokens. */
const CHUNK = 3200;

/** Answers from the vector stores: quotes the best paragraphs. Null: another stub's request. */
export function answers(
  { method, path, body }: StubRequest,
  state: AnswersState,
  stores: StoresState,
): StubAnswer | null {
  if (method !== 'POST' || path !== '/v1/responses') return null;
  state.lastOrder = JSON.parse(body);
  const parsed = Order.safeParse(state.lastOrder);
  if (!parsed.success) return refused(400, 'Invalid body', 'invalid_request_error');
  const order = parsed.data;
  if (order.model.startsWith('no-'))
    return refused(404, `The model '${order.model}' does not exist`, 'model_not_found');
  const storeId = order.tools[0]?.vector_store_ids[0] ?? '';
  const store = stores.stores.get(storeId);
  if (!store) return refused(404, `Vector store with id ${storeId} not found.`, null);
  const question = questionIn(order.input);
  const found = search(question, order, store, stores);
  const written = (state.write ?? quoted)(question, found);
  const said: Said = { order, found, written, fault: state.fault };

  return order.stream ? streamed(said) : json(200, responseOf(said));
}

interface Said {
  readonly order: Order;
  readonly found: readonly FoundPart[];
  readonly written: Written;
  readonly fault: AnswersState['fault'];
}

function questionIn(input: string): string {
  const given = z.object({ question: z.string() }).safeParse(input.startsWith('{') ? JSON.parse(input) : null);

  return given.success ? given.data.question : input;
}

function search(question: string, { tools }: Order, store: StubStore, { files }: StoresState): FoundPart[] {
  const { filters, max_num_results: most } = tools[0]!;
  const wanted = wordsOf(question);
  const parts = [...store.files.values()]
    .filter((file) => file.status === 'completed' && (filters === undefined || meets(filters, file)))
    .flatMap((file) => chunksOf(file, files.get(file.id)))
    .map((part) => ({
      ...part,
      score: [...wordsOf(part.text)].filter((word) => wanted.has(word)).length / wanted.size,
    }));

  return parts
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most);
}

function meets(filter: Filter, file: StubStoreFile): boolean {
  if ('filters' in filter)
    return filter.type === 'or'
      ? filter.filters.some((one) => meets(one, file))
      : filter.filters.every((one) => meets(one, file));
  const value = file.attributes[filter.key];

  return filter.type === 'in' ? Array.isArray(filter.value) && filter.value.includes(value) : filter.value === value;
}

function chunksOf({ id, attributes }: StubStoreFile, file: StubFile | undefined): Omit<FoundPart, 'score'>[] {
  if (!file) return [];
  const parts: string[] = [''];
  for (const paragraph of file.text.split('\n\n')) {
    if (parts.at(-1)!.length + paragraph.length > CHUNK) parts.push('');
    parts[parts.length - 1] += `${paragraph}\n\n`;
  }

  return parts.map((text) => ({ fileId: id, filename: file.name, attributes, text }));
}

/** The paragraph of each of the best two files that shares most words, as a quotation. */
function quoted(question: string, found: readonly FoundPart[]): Written {
  const wanted = wordsOf(question);
  const annotations: { index: number; fileId: string }[] = [];
  let text = '';
  const seen = new Set<string>();
  for (const { fileId, text: chunk } of found) {
    if (seen.has(fileId) || seen.size === 2) continue;
    seen.add(fileId);
    const [best] = paragraphsOf(chunk).sort((a, b) => shared(b.said, wanted) - shared(a.said, wanted));
    if (best === undefined) continue;
    text += `${text === '' ? '' : ' '}${best.speaker} says "${best.said.replace(/[.!?]$/, '')}".`;
    annotations.push({ index: text.length - 1, fileId });
  }

  return { text: text === '' ? 'NO_ANSWER' : text, annotations };
}

const paragraphsOf = (chunk: string) =>
  [...chunk.matchAll(/^\[[\d:]+\] ([^:\n]+): (.*)$/gm)].map(([, speaker, said]) => ({
    speaker: speaker!,
    said: said!,
  }));

const shared = (text: string, wanted: ReadonlySet<string>): number =>
  [...wordsOf(text)].filter((word) => wanted.has(word)).length;

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? ['']);

function outputOf({ order, found, written: { text, annotations }, fault }: Said): object[] {
  const results = order.include.includes('file_search_call.results')
    ? found.map(({ fileId, filename, score, attributes, text: part }) => ({
        file_id: fileId,
        filename,
        score,
        attributes,
        text: part,
      }))
    : null;
  const content =
    fault === 'refusal'
      ? [{ type: 'refusal', refusal: 'I cannot help with that.' }]
      : [
          {
            type: 'output_text',
            text: fault === 'cut' ? text.slice(0, text.length - 3) : text,
            logprobs: [],
            annotations: annotations.map(({ index, fileId }) => citationOf(index, fileId, found)),
          },
        ];
  const call = { type: 'file_search_call', id: 'fs_stub', status: 'completed', queries: ['stub query'], results };
  const message = { type: 'message', id: 'msg_stub', status: 'completed', role: 'assistant', content };

  return [{ type: 'reasoning', id: 'rs_stub', summary: [] }, call, ...(hasNoText(fault) ? [] : [message])];
}

const hasNoText = (fault: Said['fault']): boolean => fault === 'incomplete' || fault === 'failed' || fault === 'empty';

const citationOf = (index: number, fileId: string, found: readonly FoundPart[]) => ({
  type: 'file_citation',
  index,
  file_id: fileId,
  filename: found.find((part) => part.fileId === fileId)?.filename ?? 'unknown.md',
});

function responseOf(said: Said): object {
  const { order, fault } = said;
  const isCut = fault === 'incomplete' || fault === 'cut';

  return {
    id: 'resp_stub',
    object: 'response',
    created_at: 0,
    status: fault === 'failed' ? 'failed' : isCut ? 'incomplete' : 'completed',
    error: fault === 'failed' ? { code: 'vector_store_timeout', message: 'The store took too long.' } : null,
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    model: order.model,
    output: outputOf(said),
    store: order.store,
    usage: { input_tokens: 4000, output_tokens: 200, total_tokens: 4200 },
  };
}

/** The events in the order of the service. */
function streamed(said: Said): StubAnswer {
  const response = responseOf(said) as { status: string };
  const begun = { ...response, status: 'in_progress', output: [] };
  const events: object[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
  ];
  for (const [place, item] of (outputOf(said) as { type: string; id: string; content?: Part[] }[]).entries()) {
    const at = { output_index: place };
    events.push({
      type: 'response.output_item.added',
      ...at,
      item: { ...item, status: 'in_progress', content: [], results: null },
    });
    if (item.type === 'file_search_call')
      for (const state of ['in_progress', 'searching', 'completed'])
        events.push({ type: `response.file_search_call.${state}`, ...at, item_id: item.id });
    if (item.type === 'message') events.push(...partEvents(item.id, place, item.content![0]!));
    events.push({ type: 'response.output_item.done', ...at, item });
  }
  if (said.fault === 'broken-off') return sse(events.slice(0, -3));
  if (said.fault === 'error') events.push({ type: 'error', code: 'server_error', message: 'Sorry', param: null });
  else events.push({ type: `response.${response.status}`, response });

  return sse(events);
}

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly refusal?: string;
  readonly annotations?: readonly object[];
}

function partEvents(itemId: string, place: number, part: Part): object[] {
  const at = { item_id: itemId, output_index: place, content_index: 0 };
  if (part.type === 'refusal') return [{ type: 'response.refusal.done', ...at, refusal: part.refusal }];
  const text = part.text ?? '';

  return [
    {
      type: 'response.content_part.added',
      ...at,
      part: { type: 'output_text', text: '', annotations: [], logprobs: [] },
    },
    ...(text.match(/[^]{1,8}/gu) ?? []).map((delta) => ({
      type: 'response.output_text.delta',
      ...at,
      delta,
      logprobs: [],
    })),
    ...(part.annotations ?? []).map((annotation, index) => ({
      type: 'response.output_text.annotation.added',
      ...at,
      annotation_index: index,
      annotation,
    })),
    { type: 'response.output_text.done', ...at, text, logprobs: [] },
    { type: 'response.content_part.done', ...at, part },
  ];
}

const sse = (events: readonly object[]): StubAnswer =>
  answer(
    200,
    'text/event-stream',
    events
      .map((event, index) => {
        const numbered = { sequence_number: index, ...event } as { type?: string };
        return `event: ${numbered.type}\ndata: ${JSON.stringify(numbered)}\n\n`;
      })
      .join(''),
  );

const refused = (status: number, message: string, code: string | null): StubAnswer =>
  json(status, { error: { message, type: 'invalid_request_error', param: null, code } });
