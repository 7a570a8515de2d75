import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { json, type StubAnswer, type StubRequest } from './stub-answer.ts';

export const REPLICATE_KEYS = {
  REPLICATE_API_TOKEN: 'r8_stub_token_1',
  REPLICATE_WHISPERX_VERSION: '9aa6ecadd30610b81119fc1b6807302fd18ca6cbb39b3216f430dcf23618cedd',
  HUGGINGFACE_TOKEN: 'hf_stub_token_1',
  REPLICATE_WEBHOOK_SECRET: 'whsec_c3R1Yi1zZWNyZXQtb2YtcmVwbGljYXRl',
};

/** How a prediction ends, chosen by a word in the address of its sound; otherwise it succeeds. */
const ENDINGS = ['failed', 'canceled', 'aborted', 'removed'] as const;
export type ReplicateEnding = (typeof ENDINGS)[number] | 'succeeded';

interface Prediction {
  readonly input: Record<string, unknown>;
  readonly webhook: string | null;
  polls: number;
}
export interface ReplicateState {
  readonly predictions: Map<string, Prediction>;
  /** How often a prediction is looked at before it ends. */
  pollsNeeded: number;
  ending: ReplicateEnding;
}

const Body = z.object({
  version: z.string().min(1),
  input: z.record(z.string(), z.unknown()),
  webhook: z.url().optional(),
});
const SPOKEN = [
  {
    start: 0.03,
    end: 2.5,
    text: ' Welcome back.',
    speaker: 'SPEAKER_00',
    words: [
      { word: 'Welcome', start: 0.03, end: 0.5, score: 0.91, speaker: 'SPEAKER_00' },
      { word: 'back.', start: 0.55, end: 0.9, score: 0.88, speaker: 'SPEAKER_00' },
    ],
  },
  // A number is aligned to no sound, and the speaker of a murmur is not known.
  {
    start: 2.6,
    end: 6.1,
    text: ' I take 200 milligrams.',
    speaker: 'SPEAKER_01',
    words: [{ word: 'I', start: 2.6, end: 2.7, score: 0.9, speaker: 'SPEAKER_01' }, { word: '200' }],
  },
  { start: 6.2, end: 7, text: ' Mm-hm.' },
];

/** Predictions of WhisperX. */
export function replicate(request: StubRequest, state: ReplicateState): StubAnswer {
  const path = request.path.slice('/replicate/v1'.length);
  if (request.headers.authorization !== `Bearer ${REPLICATE_KEYS.REPLICATE_API_TOKEN}`)
    return json(401, {
      title: 'Unauthenticated',
      detail: 'You did not pass a valid authentication token',
      status: 401,
    });
  if (path === '/account') return json(200, { type: 'user', username: 'stub', name: 'Stub' });
  if (path === '/predictions' && request.method === 'POST') return created(request, state);
  const [, id = '', action] = /^\/predictions\/([a-z0-9]+)(\/cancel)?$/.exec(path) ?? [];
  const prediction = state.predictions.get(id);
  if (!prediction) return json(404, { detail: 'Not found.', status: 404 });
  if (action) return json(200, shown(id, prediction, request.base, { status: 'canceled' }));
  prediction.polls++;

  return json(200, shown(id, prediction, request.base, endOf(prediction, state)));
}

function created({ body, base }: StubRequest, state: ReplicateState): StubAnswer {
  const parsed = Body.safeParse(JSON.parse(body));
  if (!parsed.success)
    return json(422, { title: 'Input validation failed', detail: '- version is required', status: 422 });
  const { input, webhook = null } = parsed.data;
  if (input['diarization'] === true && typeof input['huggingface_access_token'] !== 'string')
    return json(422, {
      title: 'Input validation failed',
      detail: '- input: huggingface_access_token is required',
      status: 422,
    });
  const id = randomUUID().replaceAll('-', '').slice(0, 26);
  const prediction = { input, webhook, polls: 0 };
  state.predictions.set(id, prediction);

  return json(201, shown(id, prediction, base, { status: 'starting' }));
}

/** What has become of it by now. */
function endOf({ polls }: Prediction, { pollsNeeded, ending }: ReplicateState): Record<string, unknown> {
  if (polls <= pollsNeeded) return { status: 'processing', logs: 'transcribing' };
  if (ending === 'failed') return { status: 'failed', error: 'Prediction failed: could not download audio' };
  if (ending === 'removed') return { status: 'succeeded', data_removed: true };
  if (ending !== 'succeeded') return { status: ending };

  return { status: 'succeeded', output: { detected_language: 'en', segments: SPOKEN }, metrics: { predict_time: 4.2 } };
}

const shown = (id: string, { input }: Prediction, base: string, more: Record<string, unknown>) => ({
  id,
  model: 'victor-upmeet/whisperx',
  version: REPLICATE_KEYS.REPLICATE_WHISPERX_VERSION,
  input: { ...input, huggingface_access_token: '[REDACTED]' },
  logs: '',
  output: null,
  error: null,
  created_at: '2026-11-20T10:00:00Z',
  data_removed: false,
  metrics: {},
  urls: { get: `${base}/replicate/v1/predictions/${id}`, cancel: `${base}/replicate/v1/predictions/${id}/cancel` },
  ...more,
});

/** The headers and the body with which Replicate reports that a prediction has ended. */
export function replicateReport(
  id: string,
  { secret = REPLICATE_KEYS.REPLICATE_WEBHOOK_SECRET, atSeconds = Date.now() / 1000 } = {},
) {
  const body = JSON.stringify({ id, status: 'succeeded', output: { segments: SPOKEN } });
  const [messageId, timestamp] = [`msg_${id}`, String(Math.floor(atSeconds))];
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64');

  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': messageId,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
  };
}
