import { SPEECH_PROVIDERS, type SpeechProvider } from '@earmark/contracts/speech';
import { z } from 'zod';
import { s3ProblemOf } from './files/s3-place.ts';
import { address, secret, serviceUrl, whole } from './setting-values.ts';

const CHOICES = ['auto', ...SPEECH_PROVIDERS] as const;

/** Services that transcribe, and where their answers are kept. */
export const speechSettings = {
  /** `auto`: the publisher's transcript where one is offered, else OpenAI when there is a key for it. */
  STT_PROVIDER: z.enum(CHOICES, `must be one of ${CHOICES.join(', ')}`).default('auto'),
  STT_BASE_URL: address.nullable().default(null),
  STT_API_KEY: secret,
  STT_MODEL: z.string().trim().max(200).nullable().default(null),
  /** A model of the same server that tells speakers apart; null: none is asked. */
  STT_DIARIZATION_MODEL: z.string().trim().max(200).nullable().default(null),
  /** Largest and longest upload; 0: no limit; null: what the provider accepts. */
  STT_MAX_BYTES: whole('bytes', 0, 10_000_000_000).nullable().default(null),
  STT_MAX_SECONDS: whole('seconds', 0, 1_000_000).nullable().default(null),
  STT_TIMEOUT_MS: whole('milliseconds', 100, 86_400_000).default(30 * 60_000),
  /** How often a service is asked whether it has finished. */
  STT_POLL_MS: whole('milliseconds', 10, 600_000).default(3000),
  STT_MAX_AUDIO_BYTES: whole('bytes', 1, 100_000_000_000).default(1_000_000_000),
  FFMPEG_PATH: z.string().nullable().default(null),
  OPENAI_API_KEY: secret,
  OPENAI_BASE_URL: serviceUrl('https://api.openai.com/v1'),
  REPLICATE_API_TOKEN: secret,
  REPLICATE_BASE_URL: serviceUrl('https://api.replicate.com/v1'),
  REPLICATE_WHISPERX_VERSION: z.string().trim().max(200).nullable().default(null),
  /** Where Replicate reports that it has finished: https://…/api/webhooks/replicate. Null: it is only asked. */
  REPLICATE_WEBHOOK_URL: address.nullable().default(null),
  REPLICATE_WEBHOOK_SECRET: z
    .string()
    .trim()
    .regex(/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/, 'must be the signing secret of Replicate, which begins with whsec_')
    .nullable()
    .default(null),
  HUGGINGFACE_TOKEN: secret,
  DEEPGRAM_API_KEY: secret,
  DEEPGRAM_BASE_URL: serviceUrl('https://api.deepgram.com'),
  ASSEMBLYAI_API_KEY: secret,
  ASSEMBLYAI_BASE_URL: serviceUrl('https://api.assemblyai.com'),
  /** Where answers of services are kept; null: a folder in DATA_DIR. */
  FILES_URL: z
    .string()
    .superRefine((url, context) => {
      const problem = s3ProblemOf(url);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    })
    .nullable()
    .default(null),
  AWS_ACCESS_KEY_ID: secret,
  AWS_SECRET_ACCESS_KEY: secret,
  AWS_SESSION_TOKEN: z.string().trim().max(5000).nullable().default(null),
};

interface ModelChoice {
  readonly STT_PROVIDER: string;
  readonly STT_MODEL: string | null;
  readonly OPENAI_API_KEY: string | null;
}

/** A transcript without times is none. */
export function refuseModelWithoutTimes(
  { STT_PROVIDER: provider, STT_MODEL: model, OPENAI_API_KEY: key }: ModelChoice,
  context: z.RefinementCtx,
): void {
  const isOpenAi = provider === 'openai' || (provider === 'auto' && key !== null);
  if (isOpenAi && model !== null && model !== 'whisper-1' && !model.includes('diarize'))
    context.addIssue({
      code: 'custom',
      path: ['STT_MODEL'],
      message: `Model ${model} returns no timestamps; choose gpt-4o-transcribe-diarize or whisper-1`,
    });
}

interface ProviderChoice {
  readonly STT_PROVIDER: (typeof CHOICES)[number];
  readonly OPENAI_API_KEY: string | null;
}

/** Who transcribes episodes whose publisher offers no transcript; `publisher`: nobody. */
export const speechProviderOf = ({ STT_PROVIDER: asked, OPENAI_API_KEY: key }: ProviderChoice): SpeechProvider =>
  asked !== 'auto' ? asked : key === null ? 'publisher' : 'openai';
