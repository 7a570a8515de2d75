import { z } from 'zod';
import { answer, json, type StubAnswer, type StubRequest } from './stub-answer.ts';

/** What goes wrong with an answer of the model; the HTTP answer is fine but for the last five. */
export const MODEL_FAULTS = [
  'max-output-tokens',
  'content-filter',
  'refusal',
  'wrong-shape',
  'invalid-json',
  'empty',
  'wrong-key',
  'throttled',
  'quota',
  'credit',
  'error',
] as const;
export const ModelFault = z.object({
  kind: z.enum(MODEL_FAULTS),
  /** Answers that are right before it goes wrong. */
  after: z.number().int().min(0).default(0),
  /** How many answers go wrong then; unset: all. */
  times: z.number().int().min(1).optional(),
});

/** What was asked, whichever API. */
export interface AskedModel {
  readonly instructions: string;
  readonly input: string;
  /** Name of the schema of a structured answer; null: text. */
  readonly schemaName: string | null;
}

export interface ModelsState {
  fault: z.infer<typeof ModelFault> | null;
  /** Answers instead of the stub: an object where one is asked for, else text. Null: the stub answers. */
  answer: ((asked: AskedModel) => unknown) | null;
}

const Schema = z.object({ name: z.string(), schema: z.unknown() });
const Body = z.object({
  model: z.string(),
  stream: z.boolean().default(false),
  tools: z.array(z.unknown()).default([]),
  // Responses
  instructions: z.string().default(''),
  input: z.string().default(''),
  text: z.object({ format: Schema }).optional(),
  // Chat Completions
  messages: z.array(z.object({ role: z.string(), content: z.string() })).default([]),
  response_format: z.object({ json_schema: Schema }).optional(),
});

/** Language models over Responses and Chat Completions. Null: another stub's request. */
export function models({ method, path, body }: StubRequest, state: ModelsState): StubAnswer | null {
  const isChat = path === '/v1/chat/completions';
  if (method !== 'POST' || !(isChat || path === '/v1/responses')) return null;
  const parsed = Body.safeParse(jsonIn(body));
  if (!parsed.success) return error(400, 'Invalid body', 'invalid_request_error', null);
  const { model, stream, tools, messages } = parsed.data;
  // Searches in stores are another's.
  if (tools.length > 0) return null;
  if (model.startsWith('no-'))
    return error(404, `The model '${model}' does not exist`, 'invalid_request_error', 'model_not_found');
  const format = parsed.data.text?.format ?? parsed.data.response_format?.json_schema ?? null;
  const asked: AskedModel = {
    instructions: isChat ? contentOf(messages, 'system') : parsed.data.instructions,
    input: isChat ? contentOf(messages, 'user') : parsed.data.input,
    schemaName: format?.name ?? null,
  };
  const fault = nextFault(state);
  const refused = fault === null ? null : refusalOf(fault);
  if (refused) return refused;
  const said = { model, ending: fault, ...saidBy(asked, format?.schema, fault, state) };
  if (isChat) return stream ? chatStream(said) : json(200, chatAnswer(said));

  return stream ? responseStream(said) : json(200, responseOf(said));
}

function nextFault(state: ModelsState): ModelFaultKind | null {
  const { fault } = state;
  if (fault === null) return null;
  if (fault.after > 0) {
    state.fault = { ...fault, after: fault.after - 1 };
    return null;
  }
  if (fault.times !== undefined) state.fault = fault.times === 1 ? null : { ...fault, times: fault.times - 1 };

  return fault.kind;
}

type ModelFaultKind = (typeof MODEL_FAULTS)[number];

const error = (status: number, message: string, type: string, code: string | null): StubAnswer =>
  json(status, { error: { message, type, param: null, code } });

function refusalOf(kind: ModelFaultKind): StubAnswer | null {
  switch (kind) {
    case 'wrong-key':
      return error(401, 'Incorrect API key provided: sk-stub**.', 'invalid_request_error', 'invalid_api_key');
    case 'throttled': {
      const limited = error(429, 'Rate limit reached', 'requests', 'rate_limit_exceeded');
      return { ...limited, headers: { ...limited.headers, 'retry-after': '1' } };
    }
    case 'quota':
      return error(429, 'You exceeded your current quota.', 'insufficient_quota', 'insufficient_quota');
    case 'credit':
      return error(429, 'Your credit balance is exhausted.', 'billing_error', 'credit_balance_exhausted');
    case 'error':
      return error(500, 'The server had an error', 'server_error', null);
    case 'max-output-tokens':
    case 'content-filter':
    case 'refusal':
    case 'wrong-shape':
    case 'invalid-json':
    case 'empty':
      return null;
  }
}

interface Said {
  readonly model: string;
  readonly ending: ModelFaultKind | null;
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

function saidBy(asked: AskedModel, schema: unknown, fault: ModelFaultKind | null, { answer: own }: ModelsState) {
  const right =
    own?.(asked) ??
    (asked.schemaName === null
      ? `The stub read ${asked.input.split(/\s+/).length} words and recommends magnesium.`
      : asked.schemaName === 'discovery'
        ? { entities: capitalised(asked.input) }
        : instanceOf(schema));
  const whole = typeof right === 'string' ? right : JSON.stringify(right);
  const text =
    fault === 'wrong-shape'
      ? '{"found":"nothing"}'
      : fault === 'invalid-json'
        ? '{"entities": [oops'
        : fault === 'max-output-tokens'
          ? whole.slice(0, whole.length / 2)
          : fault === 'empty' || fault === 'refusal' || fault === 'content-filter'
            ? ''
            : whole;
  const inputTokens = Math.ceil((asked.instructions.length + asked.input.length) / 4);

  return { text, inputTokens, outputTokens: Math.ceil(text.length / 4) };
}

/** Names of more than one capitalised word in lines such as `#3 [0:12] Ann: …`, and single ones within a sentence. */
function capitalised(input: string): object[] {
  const found = new Map<string, { name: string; type: string; confidence: number; segmentIds: number[] }>();
  for (const [, index, text] of input.matchAll(/^#(\d+) \[[\d:]+\] [^:\n]*: (.*)$/gm))
    for (const [name] of text!.matchAll(/(?<=[\p{Ll},] )\p{Lu}[\p{L}\d]{2,}(?: \p{Lu}[\p{L}\d]+){0,3}/gu)) {
      const known = found.get(name);
      if (known) known.segmentIds.push(Number(index));
      else {
        const isPerson = /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u.test(name);
        found.set(name, {
          name,
          type: isPerson ? 'person' : 'company',
          confidence: isPerson ? 0.9 : 0.7,
          segmentIds: [Number(index)],
        });
      }
    }

  return [...found.values()].map((entity) => ({ ...entity, suggestedUrl: null }));
}

/** The least that a JSON schema allows. */
function instanceOf(schema: unknown): unknown {
  const { type, properties = {} } = z
    .object({ type: z.unknown().optional(), properties: z.record(z.string(), z.unknown()).optional() })
    .parse(schema ?? {});
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, instanceOf(inner)]));
  if (type === 'array') return [];
  if (type === 'string') return '';
  if (type === 'number' || type === 'integer') return 0;

  return type === 'boolean' ? false : null;
}

function responseOf({ model, ending, text, inputTokens, outputTokens }: Said): object {
  const isCut = ending === 'max-output-tokens' || ending === 'content-filter';
  const reason = ending === 'max-output-tokens' ? 'max_output_tokens' : 'content_filter';
  const part =
    ending === 'refusal'
      ? { type: 'refusal', refusal: 'I cannot help with that.' }
      : { type: 'output_text', text, annotations: [], logprobs: [] };
  const message = { type: 'message', id: 'msg_stub', status: 'completed', role: 'assistant', content: [part] };

  return {
    id: 'resp_stub',
    object: 'response',
    created_at: 0,
    status: isCut ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: isCut ? { reason } : null,
    model,
    output: [{ type: 'reasoning', id: 'rs_stub', summary: [] }, message],
    usage: { input_tokens: inputTokens, output_tokens: outputTokens, total_tokens: inputTokens + outputTokens },
  };
}

function responseStream(said: Said): StubAnswer {
  const response = responseOf(said);
  const at = { item_id: 'msg_stub', output_index: 1, content_index: 0 };
  const isCut = said.ending === 'max-output-tokens' || said.ending === 'content-filter';
  const pieces =
    said.ending === 'refusal'
      ? [{ type: 'response.refusal.done', ...at, refusal: 'I cannot help with that.' }]
      : inPieces(said.text).map((delta) => ({ type: 'response.output_text.delta', ...at, delta, logprobs: [] }));
  const events = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    ...pieces,
    { type: isCut ? 'response.incomplete' : 'response.completed', response },
  ];

  return sse(events.map((event, index) => ({ sequence_number: index, ...event })));
}

const finishOf = (ending: ModelFaultKind | null): string =>
  ending === 'max-output-tokens' ? 'length' : ending === 'content-filter' ? 'content_filter' : 'stop';

const usageOf = ({ inputTokens, outputTokens }: Said) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

function chatAnswer(said: Said): object {
  const { model, ending, text } = said;
  const refusal = ending === 'refusal' ? 'I cannot help with that.' : null;
  const message = { role: 'assistant', content: ending === 'refusal' ? null : text, refusal };

  return {
    id: 'chatcmpl_stub',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, finish_reason: finishOf(ending), message }],
    usage: usageOf(said),
  };
}

function chatStream(said: Said): StubAnswer {
  const { model, ending, text } = said;
  const chunk = (delta: object, finish: string | null) => ({
    id: 'chatcmpl_stub',
    object: 'chat.completion.chunk',
    created: 0,
    model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const refused = ending === 'refusal' ? [chunk({ refusal: 'I cannot help with that.' }, null)] : [];

  return sse(
    [
      ...refused,
      ...inPieces(text).map((content) => chunk({ content }, null)),
      chunk({}, finishOf(ending)),
      { ...chunk({}, null), choices: [], usage: usageOf(said) },
    ],
    'data: [DONE]\n\n',
  );
}

const inPieces = (text: string): string[] => text.match(/[^]{1,8}/gu) ?? [];

const sse = (events: readonly object[], end = ''): StubAnswer =>
  answer(
    200,
    'text/event-stream',
    events
      .map((event) => `${'type' in event ? `event: ${String(event.type)}\n` : ''}data: ${JSON.stringify(event)}\n\n`)
      .join('') + end,
  );

const contentOf = (messages: readonly { role: string; content: string }[], role: string): string =>
  messages.find((message) => message.role === role)?.content ?? '';

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (caught) {
    if (caught instanceof SyntaxError) return undefined;
    throw caught;
  }
}
