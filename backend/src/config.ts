import { z } from 'zod';
import { assistantSettings } from './assistant-settings.ts';
import { modelSettings } from './model-settings.ts';
import { isReadableFile, secret, serviceUrl } from './setting-values.ts';
import { refuseModelWithoutTimes, speechSettings } from './speech-settings.ts';
import { uploadSettings } from './uploads/upload-settings.ts';

/** The limit for uploaded files and JSON bodies, in every call. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

const flag = (byDefault: 'true' | 'false') =>
  z
    .enum(['true', 'false', 'on', 'off', '1', '0'], 'must be on or off, true or false, 1 or 0')
    .default(byDefault)
    .transform((value) => value === 'true' || value === 'on' || value === '1');

const PROXIES = 'must be the number of proxies in front of the server, 0 to 9';
const MINUTES = 'must be a whole number of minutes, 0 (never) to 10080 (a week)';
const A_PORT = 'must be a whole number from 0 to 65535';

const SLOTS = 'must be a whole number from 1 to 32';
const PRICE = 'must be a price per minute, such as 0.006';
const AUTO_PROCESS = ['publisher', 'all', 'off'] as const;

const DIRECTORIES = ['auto', 'taddy', 'podcastindex', 'itunes', 'rss'] as const;

/** The options of addresses that name files, which the clients read as soon as they are given the address. */
const FILES_IN_ADDRESSES = ['sslrootcert', 'sslcert', 'sslkey', 'tlsCAFile', 'userCertFile', 'userKeyFile'] as const;

/** Refuses an address whose options name files that cannot be read. */
function refuseUnreadableFiles(url: string, context: z.RefinementCtx): void {
  const options = new URLSearchParams(/\?.*/s.exec(url)?.[0]);
  for (const name of FILES_IN_ADDRESSES) {
    const [, file = ''] = [...options].find(([key]) => key.toLowerCase() === name.toLowerCase()) ?? [];
    if (file !== '' && !isReadableFile(file))
      context.addIssue({ code: 'custom', message: `${name} names a file that cannot be read` });
  }
}

const Settings = z.object({
  PORT: z.coerce.number(A_PORT).int(A_PORT).min(0, A_PORT).max(65535, A_PORT).default(3000),
  HOST: z.string().trim().default('127.0.0.1'),
  /**
   * How many proxies in front of the server to trust for the caller's address, the host and https (X-Forwarded
   * headers).
   */
  TRUST_PROXY: z.coerce.number(PROXIES).int(PROXIES).min(0, PROXIES).max(9, PROXIES).default(0),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .superRefine(refuseUnreadableFiles)
    .nullable()
    .default(null),
  EVENTSTORE_URL: z
    .string()
    .regex(/^(esdb|kurrentdb)(\+discover)?:\/\//, 'must begin with esdb:// or kurrentdb://')
    .superRefine(refuseUnreadableFiles)
    .nullable()
    .default(null),
  ADMIN_USERNAME: z.string().max(100).default('admin'),
  ADMIN_PASSWORD: z.string().nullable().default(null),
  SAMPLE_LIBRARY: flag('true'),
  /** 0: feeds are not refreshed by themselves. */
  FEED_REFRESH_MINUTES: z.coerce.number(MINUTES).int(MINUTES).min(0, MINUTES).max(10_080, MINUTES).default(60),
  /** Which new episodes of followed podcasts are processed by themselves: those with an offered transcript, all or none. */
  AUTO_PROCESS: z.enum(AUTO_PROCESS, `must be one of ${AUTO_PROCESS.join(', ')}`).default('publisher'),
  /** Runs of the pipeline at once, on all servers together. */
  PIPELINE_CONCURRENCY: z.coerce.number(SLOTS).int(SLOTS).min(1, SLOTS).max(32, SLOTS).default(2),
  /** The operator's own rate, for estimates; null: unknown. */
  STT_PRICE_PER_MINUTE: z.coerce.number(PRICE).min(0, PRICE).max(1000, PRICE).nullable().default(null),
  STT_PRICE_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency code of three capital letters, such as USD')
    .default('USD'),
  FETCH_ALLOW_PRIVATE: flag('false'),
  FETCH_USER_AGENT: z.string().default('Earmark/0.1 (+https://localhost; podcast mentions)'),
  DIRECTORY_PROVIDER: z.enum(DIRECTORIES, `must be one of ${DIRECTORIES.join(', ')}`).default('auto'),
  /** A list of feeds that the directory `rss` searches by name. */
  OPML_FILE: z.string().refine(isReadableFile, 'must name a file that can be read').nullable().default(null),
  TADDY_USER_ID: secret,
  TADDY_API_KEY: secret,
  TADDY_API_URL: serviceUrl('https://api.taddy.org'),
  ITUNES_BASE_URL: serviceUrl('https://itunes.apple.com'),
  ITUNES_COUNTRY: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'must be a country code of two letters, such as US')
    .default('US'),
  PODCASTINDEX_API_KEY: secret,
  PODCASTINDEX_API_SECRET: secret,
  PODCASTINDEX_BASE_URL: serviceUrl('https://api.podcastindex.org/api/1.0'),
  /** Default: FETCH_USER_AGENT. */
  PODCASTINDEX_USER_AGENT: z.string().nullable().default(null),
  ...speechSettings,
  ...modelSettings,
  ...assistantSettings,
  ...uploadSettings,
});
const Environment = Settings.superRefine(refuseModelWithoutTimes);
export type Config = z.infer<typeof Environment>;

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Lengths have no message of their own. */
const tooLong: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'too_big' && issue.origin === 'string' ? `must have at most ${issue.maximum} characters` : undefined;

/**
 * Throws ConfigError with one readable line per problem. An empty string counts as unset. Values are never repeated:
 * they may be secrets.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = Environment.safeParse(set, { error: tooLong });
  if (parsed.success) return parsed.data;

  throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
}
