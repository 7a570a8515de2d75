import type { TranscriptIndex } from '@earmark/contracts/uploads';
import { z } from 'zod';
import { whole } from '../setting-values.ts';

export const uploadSettings = {
  /** A vector store that exists; null: one is created. */
  OPENAI_VECTOR_STORE_ID: z.string().trim().max(200).nullable().default(null),
  /** Of a single call while transcripts are uploaded to OpenAI. */
  UPLOAD_TIMEOUT_MS: whole('milliseconds', 100, 3_600_000).default(60_000),
};

interface Choice {
  readonly ASSISTANT_PROVIDER: 'auto' | 'openai' | 'model' | 'offline';
  readonly OPENAI_API_KEY: string | null;
}

/** What the assistant searches. */
export function indexOf({ ASSISTANT_PROVIDER: provider, OPENAI_API_KEY: key }: Choice): TranscriptIndex {
  return provider === 'openai' || (provider === 'auto' && key !== null) ? 'openai' : 'own';
}
