import type { Context } from '@earmark/contracts/kit';
import { INDEX_STREAM, type PlaceOfIndex, type TranscriptIndex } from '@earmark/contracts/uploads';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config.ts';
import { CONFIG } from '../kit/core.ts';
import { Leases } from '../kit/process/lease.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { systemContext } from '../kit/system-context.ts';
import { OpenAiStores } from './openai-stores.ts';
import { indexOf } from './upload-settings.ts';
import { uploadIndex, type IndexState } from './upload-index.decider.ts';

const LEASE = 'assistant index';

type Settings = Pick<
  Config,
  'ASSISTANT_PROVIDER' | 'OPENAI_API_KEY' | 'OPENAI_BASE_URL' | 'OPENAI_VECTOR_STORE_ID' | 'UPLOAD_TIMEOUT_MS'
>;

/** What the assistant searches, by the settings, and its vector store. */
@Injectable()
export class AssistantIndex {
  readonly name: TranscriptIndex;
  private readonly openAi: OpenAiStores | null;
  private readonly setting: string | null;

  constructor(
    private readonly streams: Streams,
    private readonly leases: Leases,
    @Inject(CONFIG) config: Settings,
  ) {
    const { OPENAI_API_KEY: key, OPENAI_BASE_URL: baseUrl, UPLOAD_TIMEOUT_MS: timeoutMs } = config;
    this.name = indexOf(config);
    this.setting = config.OPENAI_VECTOR_STORE_ID;
    this.openAi = key === null ? null : new OpenAiStores({ baseUrl, key, timeoutMs, secrets: [key] });
  }

  /** Throws Rejected `not-configured`. */
  get stores(): OpenAiStores {
    if (this.openAi === null)
      throw new Rejected('not-configured', 'OPENAI_API_KEY is not set, so nothing can be uploaded to OpenAI.');

    return this.openAi;
  }

  /** Records which index the settings choose, unless the log says so already. */
  async choose(context: Context = systemContext('settings')): Promise<PlaceOfIndex> {
    const { state } = await this.streams.read(uploadIndex, INDEX_STREAM);
    if (state.place.index === this.name) return state.place;
    const to = { index: this.name, vectorStoreId: this.name === 'own' ? null : state.lastStore };
    await this.streams.decide(uploadIndex, INDEX_STREAM, { to, setting: state.setting }, context);

    return to;
  }

  /** Makes sure that there is a vector store, and answers in a sentence what was done. Throws Rejected. */
  async initialise(context: Context, signal: AbortSignal): Promise<Initialised> {
    await this.choose(context);
    if (this.name === 'own') return { place: OWN, position: null, details: IS_OWN };

    return this.leases.hold(LEASE, async (lost) => this.findOrCreate(context, AbortSignal.any([signal, lost])), signal);
  }

  private async findOrCreate(context: Context, signal: AbortSignal): Promise<Initialised> {
    const { state } = await this.streams.read(uploadIndex, INDEX_STREAM);
    const { stores } = this;
    const before = state.place.vectorStoreId;
    for (const known of this.candidates(state))
      if (await stores.hasStore(known, signal))
        return this.record(known, `The vector store ${known} is ready.`, context);
    const libraryId = (await this.streams.log.id()) ?? '';
    const found = await stores.findStore(libraryId, signal);
    const created = found ?? (await stores.createStore(libraryId, signal));
    const details =
      before === null
        ? `The vector store ${created} was created.`
        : `The vector store ${before} no longer exists. ${created} was created, and all transcripts have to be uploaded again.`;

    return this.record(created, details, context);
  }

  /** The setting comes first when it was changed since a store was recorded. */
  private candidates({ lastStore, setting: known }: IndexState): string[] {
    const all = known === this.setting ? [lastStore, this.setting] : [this.setting, lastStore];

    return [...new Set(all.filter((id) => id !== null))];
  }

  private async record(vectorStoreId: string, details: string, context: Context): Promise<Initialised> {
    const place: PlaceOfIndex = { index: 'openai', vectorStoreId };
    const order = { to: place, setting: this.setting };
    const { position } = await this.streams.decide(uploadIndex, INDEX_STREAM, order, context);

    return { place, position, details };
  }
}

export interface Initialised {
  readonly place: PlaceOfIndex;
  readonly details: string;
  readonly position: bigint | null;
}

const OWN: PlaceOfIndex = { index: 'own', vectorStoreId: null };
const IS_OWN = 'Transcripts are searched in the index of this site, which needs no set-up.';
