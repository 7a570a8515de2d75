import { z } from 'zod';
import { json, type StubAnswer, type StubRequest } from './stub-answer.ts';

export interface StubFile {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly createdAt: number;
}
export interface StubStoreFile {
  readonly id: string;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  status: 'in_progress' | 'completed' | 'failed';
  pollsLeft: number;
}
export interface StubStore {
  readonly id: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly files: Map<string, StubStoreFile>;
  /** Default: completed. */
  status?: 'completed' | 'expired';
}
export interface StoresState {
  /** By id. Deleting from these maps is a deletion behind our back. */
  readonly files: Map<string, StubFile>;
  readonly stores: Map<string, StubStore>;
  /** How often a file is asked for before it is searched. */
  pollsNeeded: number;
  /** Files that one store accepts in a minute. */
  filesAMinute: number;
  readonly attachedAt: number[];
  count: number;
}

export const storesState = (): StoresState => ({
  files: new Map(),
  stores: new Map(),
  pollsNeeded: 1,
  filesAMinute: 300,
  attachedAt: [],
  count: 0,
});

const A_MINUTE_MS = 60_000;
const MOST_ATTRIBUTES = 16;
const LONGEST_ATTRIBUTE = 512;
const NewStore = z.object({ name: z.string().default(''), metadata: z.record(z.string(), z.string()).default({}) });
const Attributes = z
  .record(z.string().max(64), z.union([z.string().max(LONGEST_ATTRIBUTE), z.number(), z.boolean()]))
  .refine((given) => Object.keys(given).length <= MOST_ATTRIBUTES);
const NewStoreFile = z.object({ file_id: z.string(), attributes: Attributes.nullish() });

/**
 * Files and vector stores of OpenAI. A file that contains CORRUPT cannot be read, and one that contains SERVERERROR fails for
 * a reason that may pass. Null: another stub's request.
 */
export async function stores(request: StubRequest, state: StoresState): Promise<StubAnswer | null> {
  const path = request.path.slice('/v1'.length);
  if (/^\/files(\/|$)/.test(path)) return files(request, path.slice('/files'.length), state);
  if (!/^\/vector_stores(\/|$)/.test(path)) return null;
  const [, id, sub = ''] = /^\/vector_stores\/?([^/]*)(\/.*)?$/.exec(path)!;
  if (id === '')
    return request.method === 'POST'
      ? createStore(request, state)
      : listed(request, [...state.stores.values()].map(storeView));
  const store = state.stores.get(id!);
  if (!store) return refused(404, `Vector store with id '${id}' not found.`);
  if (sub === '') return request.method === 'DELETE' ? deleteStore(store, state) : json(200, storeView(store));
  if (sub === '/files')
    return request.method === 'POST'
      ? attach(request, store, state)
      : listed(
          request,
          [...store.files.values()].map((file) => fileView(store, file)),
        );
  const file = store.files.get(sub.slice('/files/'.length));
  if (!file)
    return refused(404, `No file found with id '${sub.slice('/files/'.length)}' in vector store '${store.id}'.`);
  if (request.method === 'DELETE') {
    store.files.delete(file.id);
    return json(200, { id: file.id, object: 'vector_store.file.deleted', deleted: true });
  }

  return polled(store, file, state);
}

async function files(request: StubRequest, sub: string, state: StoresState): Promise<StubAnswer> {
  const id = sub.slice(1);
  if (id === '' && request.method === 'GET') return listed(request, [...state.files.values()].map(uploadedView));
  if (id === '') return createFile(request, state);
  const file = state.files.get(id);
  if (!file) return refused(404, `No such File object: ${id}`);
  if (request.method !== 'DELETE') return json(200, uploadedView(file));
  state.files.delete(id);
  for (const store of state.stores.values()) store.files.delete(id);

  return json(200, { id, object: 'file', deleted: true });
}

async function createFile({ bytes, headers, now }: StubRequest, state: StoresState): Promise<StubAnswer> {
  const answer = new Response(new Uint8Array(bytes), { headers: { 'content-type': headers['content-type'] ?? '' } });
  const form = await answer.formData();
  const file = form.get('file');
  if (!(file instanceof File) || form.get('purpose') !== 'assistants')
    return refused(400, "'file' and the purpose 'assistants' are required");
  if (!/\.(md|txt|json|html)$/.test(file.name))
    return refused(400, `Files with the name ${file.name} are not supported`);
  const created = { id: idOf('file-stub', state), name: file.name, text: await file.text(), createdAt: now };
  state.files.set(created.id, created);

  return json(200, uploadedView(created));
}

function createStore({ body }: StubRequest, state: StoresState): StubAnswer {
  const given = NewStore.safeParse(JSON.parse(body));
  if (!given.success) return refused(400, 'Invalid body');
  const store: StubStore = { id: idOf('vs_stub', state), metadata: given.data.metadata, files: new Map() };
  state.stores.set(store.id, store);

  return json(200, storeView(store));
}

function deleteStore({ id }: StubStore, state: StoresState): StubAnswer {
  state.stores.delete(id);

  return json(200, { id, object: 'vector_store.deleted', deleted: true });
}

function attach({ body }: StubRequest, store: StubStore, state: StoresState): StubAnswer {
  const given = NewStoreFile.safeParse(JSON.parse(body));
  if (!given.success) return refused(400, 'Invalid attributes: at most 16, of at most 512 characters');
  const { file_id: id, attributes } = given.data;
  if (!state.files.has(id)) return refused(404, `File with id '${id}' not found.`);
  const now = performance.now();
  while (state.attachedAt.length > 0 && now - state.attachedAt[0]! > A_MINUTE_MS) state.attachedAt.shift();
  if (state.attachedAt.length >= state.filesAMinute) {
    const limited = refused(429, 'Rate limit reached for files in a vector store', 'rate_limit_exceeded');
    return { ...limited, headers: { ...limited.headers, 'retry-after-ms': '20' } };
  }
  state.attachedAt.push(now);
  const file: StubStoreFile = { id, attributes: attributes ?? {}, status: 'in_progress', pollsLeft: state.pollsNeeded };
  store.files.set(id, file);

  return withPollTime(json(200, fileView(store, file)));
}

function polled(store: StubStore, file: StubStoreFile, state: StoresState): StubAnswer {
  const text = state.files.get(file.id)?.text ?? '';
  if (file.pollsLeft > 0) file.pollsLeft--;
  else file.status = /CORRUPT|SERVERERROR/.test(text) ? 'failed' : 'completed';

  return withPollTime(json(200, fileView(store, file, text)));
}

const withPollTime = (answer: StubAnswer): StubAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'openai-poll-after-ms': '5' },
});

const idOf = (prefix: string, state: StoresState): string => `${prefix}${++state.count}`;

const refused = (status: number, message: string, code: string | null = null): StubAnswer =>
  json(status, { error: { message, type: 'invalid_request_error', param: null, code } });

const uploadedView = ({ id, name, text, createdAt }: StubFile) => ({
  id,
  object: 'file',
  bytes: Buffer.byteLength(text),
  created_at: createdAt,
  expires_at: null,
  filename: name,
  purpose: 'assistants',
  status: 'processed',
});

const storeView = ({ id, metadata, files: all, status = 'completed' }: StubStore) => ({
  id,
  object: 'vector_store',
  created_at: 0,
  name: 'podcast-transcripts',
  usage_bytes: 0,
  file_counts: { in_progress: 0, completed: all.size, failed: 0, cancelled: 0, total: all.size },
  status,
  last_active_at: 0,
  metadata,
  expires_after: null,
  expires_at: null,
});

const fileView = (store: StubStore, { id, attributes, status }: StubStoreFile, text = '') => ({
  id,
  object: 'vector_store.file',
  created_at: 0,
  usage_bytes: text.length,
  vector_store_id: store.id,
  status,
  last_error:
    status !== 'failed'
      ? null
      : text.includes('SERVERERROR')
        ? { code: 'server_error', message: 'An internal error occurred' }
        : { code: 'invalid_file', message: 'The file could not be parsed.' },
  attributes,
  chunking_strategy: { type: 'static', static: { max_chunk_size_tokens: 800, chunk_overlap_tokens: 200 } },
});

/** A page of a list, as the query says. */
function listed({ query }: StubRequest, all: readonly { id: string }[]): StubAnswer {
  const from = query.has('after') ? all.findIndex(({ id }) => id === query.get('after')) + 1 : 0;
  const data = all.slice(from, from + Number(query.get('limit') ?? 20));

  return json(200, {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: from + data.length < all.length,
  });
}
