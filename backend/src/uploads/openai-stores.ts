import { OpenAI, toFile } from 'openai';
import { pause } from '../kit/process/pause.ts';
import { Rejected } from '../kit/rejected.ts';
import { NotThere, RefusesAll, refusalOf, type OpenAiWords } from './openai-refusals.ts';

const POLL_MS = 1000;
/** How long OpenAI may take to make a file searchable. */
const LONGEST_INDEXING_MS = 300_000;
const NAME = 'podcast-transcripts';
/** Of the pieces that OpenAI makes of a file, and finds. */
export const CHUNK_TOKENS = 800;
const CHUNKS = {
  type: 'static' as const,
  static: { max_chunk_size_tokens: CHUNK_TOKENS, chunk_overlap_tokens: 200 },
};
/** OpenAI accepts 300 files a minute in one store. */
const LEAST_MS_BETWEEN_FILES = 220;
const FILES_A_PAGE = 10_000;

export interface OpenAiAccount extends OpenAiWords {
  readonly baseUrl: string;
  readonly key: string;
}
/** A file in a vector store. */
export interface StoredFile {
  readonly fileId: string;
  readonly vectorStoreId: string;
}

/**
 * Files and vector stores of OpenAI. Nothing is sent twice by itself, since a lost answer may hide a file that was created.
 * Throws Rejected, RefusesAll or NotThere, and the reason of the signal.
 */
export class OpenAiStores {
  private readonly client: OpenAI;
  private nextFileAt = 0;

  constructor(private readonly account: OpenAiAccount) {
    this.client = new OpenAI({
      apiKey: account.key,
      baseURL: account.baseUrl,
      timeout: account.timeoutMs,
      maxRetries: 0,
      organization: null,
      project: null,
      // The key goes to nobody else.
      fetchOptions: { redirect: 'error' },
    });
  }

  /** False when it was deleted or has expired. */
  async hasStore(vectorStoreId: string, signal: AbortSignal): Promise<boolean> {
    const store = await this.orNull(signal, async () =>
      this.client.vectorStores.retrieve(vectorStoreId, within(signal)),
    );

    return store !== null && store.status !== 'expired';
  }

  /** The store that was created for the library of this id, perhaps by a server that ended before it could record it. */
  async findStore(libraryId: string, signal: AbortSignal): Promise<string | null> {
    return this.failing(signal, async () => {
      for await (const store of this.client.vectorStores.list({ limit: 100 }, within(signal)))
        if (store.metadata?.['library'] === libraryId && store.status !== 'expired') return store.id;
      return null;
    });
  }

  async createStore(libraryId: string, signal: AbortSignal): Promise<string> {
    const body = { name: NAME, metadata: { app: 'earmark', library: libraryId } };

    return (await this.failing(signal, async () => this.client.vectorStores.create(body, within(signal)))).id;
  }

  async createFile(name: string, text: string, signal: AbortSignal): Promise<string> {
    const file = await toFile(Buffer.from(text, 'utf8'), name, { type: 'text/markdown' });
    const created = await this.failing(signal, async () =>
      this.client.files.create({ file, purpose: 'assistants' }, within(signal)),
    );

    return created.id;
  }

  /** Resolves once the file is searched. */
  async attach(
    { fileId, vectorStoreId }: StoredFile,
    attributes: Readonly<Record<string, string | number>>,
    signal: AbortSignal,
  ): Promise<void> {
    await this.turn(signal);
    const order = { file_id: fileId, attributes: { ...attributes }, chunking_strategy: CHUNKS };
    const until = performance.now() + LONGEST_INDEXING_MS;
    const work = async () => {
      let { data: file, response } = await this.client.vectorStores.files
        .create(vectorStoreId, order, within(signal))
        .withResponse();
      while (file.status === 'in_progress') {
        if (performance.now() > until)
          throw new Rejected('outside-slow', 'OpenAI did not finish reading the transcript within 5 minutes.');
        await pause(Number(response.headers.get('openai-poll-after-ms') ?? POLL_MS), signal);
        signal.throwIfAborted();
        const of = { vector_store_id: vectorStoreId };
        ({ data: file, response } = await this.client.vectorStores.files
          .retrieve(fileId, of, within(signal))
          .withResponse());
      }
      if (file.status === 'completed') return;
      const { message, code } = file.last_error ?? { message: file.status, code: '' };
      throw new Rejected(
        code === 'server_error' ? 'upstream-unavailable' : 'outside-refused',
        `OpenAI could not read the transcript: ${/[.!?]$/.test(message) ? message : `${message}.`}`,
      );
    };
    if ((await this.orNull(signal, async () => (await work(), true))) === null)
      throw (await this.hasStore(vectorStoreId, signal))
        ? new Rejected('upstream-unavailable', 'OpenAI lost the transcript while it read it.')
        : new RefusesAll(
            'outside-refused',
            `The vector store ${vectorStoreId} no longer exists at OpenAI. Initialize the services, then upload again.`,
          );
  }

  /** Whether the store searches the file. */
  async hasFile({ fileId, vectorStoreId }: StoredFile, signal: AbortSignal): Promise<boolean> {
    const found = await this.orNull(signal, async () =>
      this.client.vectorStores.files.retrieve(fileId, { vector_store_id: vectorStoreId }, within(signal)),
    );

    return found?.status === 'completed';
  }

  /** From its store, if it is known, then altogether. One that is not there counts as removed. */
  async remove(fileId: string, vectorStoreId: string | null, signal: AbortSignal): Promise<void> {
    if (vectorStoreId !== null)
      await this.orNull(signal, async () =>
        this.client.vectorStores.files.delete(fileId, { vector_store_id: vectorStoreId }, within(signal)),
      );
    await this.orNull(signal, async () => this.client.files.delete(fileId, within(signal)));
  }

  /** Ids of all uploaded files whose name is accepted. */
  async listFiles(accepts: (name: string) => boolean, signal: AbortSignal): Promise<{ id: string; name: string }[]> {
    return this.failing(signal, async () => {
      const found: { id: string; name: string }[] = [];
      const query = { purpose: 'assistants', limit: FILES_A_PAGE } as const;
      for await (const { id, filename } of this.client.files.list(query, within(signal)))
        if (accepts(filename)) found.push({ id, name: filename });

      return found;
    });
  }

  /** Lists the models: the cheapest call that needs the key. */
  async check(signal: AbortSignal): Promise<void> {
    await this.failing(signal, async () => this.client.models.list(within(signal)));
  }

  private async turn(signal: AbortSignal): Promise<void> {
    const now = performance.now();
    const mine = Math.max(now, this.nextFileAt);
    this.nextFileAt = mine + LEAST_MS_BETWEEN_FILES;
    if (mine > now) await pause(mine - now, signal);
    signal.throwIfAborted();
  }

  private async failing<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      throw refusalOf(error, this.account);
    }
  }

  private async orNull<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await this.failing(signal, work);
    } catch (error) {
      if (error instanceof NotThere) return null;
      throw error;
    }
  }
}

/** The client adds a listener for each call, and never takes it away. */
const within = (signal: AbortSignal) => ({ signal: AbortSignal.any([signal]) });
