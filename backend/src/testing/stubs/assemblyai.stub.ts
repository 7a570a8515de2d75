import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { json, type StubAnswer, type StubRequest } from './stub-answer.ts';

export const ASSEMBLYAI_KEYS = { ASSEMBLYAI_API_KEY: 'aai-stub-key-1' };

export interface AssemblyAiState {
  /** By id: the address of the sound, and how often it was looked at. */
  readonly transcripts: Map<string, { readonly audioUrl: string; polls: number }>;
  pollsNeeded: number;
  /** Null: it succeeds. */
  error: string | null;
}

const Body = z.object({ audio_url: z.string().min(1), speaker_labels: z.boolean().optional() });

export function assemblyAi(
  { path, method, headers, body, bytes, base }: StubRequest,
  state: AssemblyAiState,
): StubAnswer {
  if (headers.authorization !== ASSEMBLYAI_KEYS.ASSEMBLYAI_API_KEY)
    return json(401, { error: 'Authentication error, API token missing/invalid' });
  const route = path.slice('/assemblyai/v2'.length);
  if (route === '/upload' && method === 'POST')
    return bytes.length === 0
      ? json(422, { error: 'Upload failed, please try again.' })
      : json(200, { upload_url: `${base}/assemblyai/upload/${randomUUID()}` });
  if (route === '/transcript' && method === 'GET')
    return json(200, { page_details: { limit: 1, result_count: 0 }, transcripts: [] });
  if (route === '/transcript' && method === 'POST') {
    const parsed = Body.safeParse(JSON.parse(body));
    if (!parsed.success) return json(400, { error: 'audio_url is required' });
    const id = randomUUID();
    state.transcripts.set(id, { audioUrl: parsed.data.audio_url, polls: 0 });
    return json(200, { id, status: 'queued', audio_url: parsed.data.audio_url });
  }
  const id = /^\/transcript\/([0-9a-f-]+)$/.exec(route)?.[1] ?? '';
  const transcript = state.transcripts.get(id);
  if (!transcript) return json(404, { error: 'Transcript lookup error, transcript id not found' });
  const { audioUrl: audio_url } = transcript;
  if (++transcript.polls <= state.pollsNeeded) return json(200, { id, status: 'processing', audio_url });
  if (state.error !== null) return json(200, { id, status: 'error', error: state.error, audio_url });

  return json(200, {
    id,
    status: 'completed',
    audio_url,
    audio_duration: 6,
    text: 'Welcome back. I take magnesium.',
    utterances: [
      { speaker: 'A', start: 0, end: 2500, confidence: 0.97, text: 'Welcome back.', words: [] },
      { speaker: 'B', start: 2600, end: 6100, confidence: 0.96, text: 'I take magnesium.', words: [] },
    ],
  });
}
