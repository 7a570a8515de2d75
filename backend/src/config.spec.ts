import { expect, it } from '@jest/globals';
import { ConfigError, readConfig } from './config.ts';

it('has a default for everything', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    DATABASE_URL: null,
    EVENTSTORE_URL: null,
    SAMPLE_LIBRARY: true,
    FETCH_ALLOW_PRIVATE: false,
  });
});

it('treats an empty string as unset', () => {
  expect(readConfig({ DATABASE_URL: ' ', SAMPLE_LIBRARY: 'off' })).toMatchObject({
    DATABASE_URL: null,
    SAMPLE_LIBRARY: false,
  });
});

it('names every invalid setting on its own line, without repeating its value', () => {
  const wrong = {
    PORT: 'many',
    DATABASE_URL: 'mysql://root:secret@db',
    SAMPLE_LIBRARY: 'perhaps',
  };
  const message = messageOf(() => readConfig(wrong));
  const named = message.split('\n').map((line) => line.split(':')[0]);
  expect(new Set(named)).toEqual(new Set(['DATABASE_URL', 'PORT', 'SAMPLE_LIBRARY']));
  expect(message).not.toMatch(/secret/);
});

it('names a file that cannot be read', () => {
  const database = 'postgres://me:secret@db/x?sslmode=verify-full';
  const wrong = {
    DATABASE_URL: `${database}&sslrootcert=/nowhere/root.pem&sslcert=${encodeURIComponent(import.meta.dirname)}`,
    OPML_FILE: '/nowhere/feeds.opml',
  };
  expect(messageOf(() => readConfig(wrong)).split('\n')).toEqual([
    'DATABASE_URL: sslrootcert names a file that cannot be read',
    'DATABASE_URL: sslcert names a file that cannot be read',
    'OPML_FILE: must name a file that can be read',
  ]);

  const readable = {
    DATABASE_URL: `${database}&sslrootcert=${encodeURIComponent(import.meta.filename)}`,
    OPML_FILE: import.meta.filename,
  };
  expect(readConfig(readable)).toMatchObject(readable);
});

it('says what switches, names and keys may be', () => {
  const wrong = {
    ADMIN_USERNAME: 'a'.repeat(101),
    SAMPLE_LIBRARY: 'yes',
    TADDY_API_KEY: 'k'.repeat(501),
    LLM_MODEL: 'm'.repeat(1001),
  };
  expect(messageOf(() => readConfig(wrong)).split('\n')).toEqual([
    'ADMIN_USERNAME: must have at most 100 characters',
    'SAMPLE_LIBRARY: must be on or off, true or false, 1 or 0',
    'TADDY_API_KEY: must have at most 500 characters',
    'LLM_MODEL: must have at most 200 characters',
  ]);
});

it('lists the directories that can be chosen, and repeats no key', () => {
  const wrong = { DIRECTORY_PROVIDER: 'yellow-pages', TADDY_API_URL: 'ftp://secret@taddy', ITUNES_COUNTRY: 'USA' };
  expect(messageOf(() => readConfig(wrong)).split('\n')).toEqual([
    'DIRECTORY_PROVIDER: must be one of auto, taddy, podcastindex, itunes, rss',
    'TADDY_API_URL: must be an address that begins with https:// or http://',
    'ITUNES_COUNTRY: must be a country code of two letters, such as US',
  ]);
  expect(readConfig({ ITUNES_BASE_URL: 'http://127.0.0.1:4020/itunes/', TADDY_API_KEY: ' ' })).toMatchObject({
    DIRECTORY_PROVIDER: 'auto',
    ITUNES_BASE_URL: 'http://127.0.0.1:4020/itunes',
    TADDY_API_KEY: null,
  });
});

it('says what the settings of the pipeline may be', () => {
  const wrong = {
    AUTO_PROCESS: 'sometimes',
    PIPELINE_CONCURRENCY: '0',
    STT_PRICE_PER_MINUTE: '-1',
    STT_PRICE_CURRENCY: '$',
  };
  expect(messageOf(() => readConfig(wrong)).split('\n')).toEqual([
    'AUTO_PROCESS: must be one of publisher, all, off',
    'PIPELINE_CONCURRENCY: must be a whole number from 1 to 32',
    'STT_PRICE_PER_MINUTE: must be a price per minute, such as 0.006',
    'STT_PRICE_CURRENCY: must be a currency code of three capital letters, such as USD',
  ]);
  expect(readConfig({})).toMatchObject({
    AUTO_PROCESS: 'publisher',
    PIPELINE_CONCURRENCY: 2,
    STT_PRICE_PER_MINUTE: null,
    STT_PRICE_CURRENCY: 'USD',
  });
});

it('refuses models of OpenAI without times, and places for files that it cannot read', () => {
  const models = { OPENAI_API_KEY: 'sk-secret-1', STT_MODEL: 'gpt-4o-transcribe' };
  const sentence =
    'STT_MODEL: Model gpt-4o-transcribe returns no timestamps; choose gpt-4o-transcribe-diarize or whisper-1';
  expect(messageOf(() => readConfig(models))).toBe(sentence);
  expect(messageOf(() => readConfig({ STT_PROVIDER: 'openai', STT_MODEL: 'gpt-4o-transcribe' }))).toBe(sentence);
  expect(readConfig({ ...models, STT_PROVIDER: 'openai-compatible' }).STT_MODEL).toBe('gpt-4o-transcribe');
  const wrong = {
    FILES_URL: 's3://bucket?secret=sk-1',
    STT_MAX_SECONDS: '-1',
    REPLICATE_WEBHOOK_SECRET: 'sk-secret-2',
  };
  expect(
    messageOf(() => readConfig(wrong))
      .split('\n')
      .toSorted(),
  ).toEqual([
    'FILES_URL: may have no other settings than endpoint and region',
    'REPLICATE_WEBHOOK_SECRET: must be the signing secret of Replicate, which begins with whsec_',
    'STT_MAX_SECONDS: must be a whole number of seconds, 0 to 1000000',
  ]);
});

it('says what the settings of the language model may be', () => {
  const wrong = { LLM_PROVIDER: 'oracle', LLM_API: 'soap', LLM_CONTEXT_TOKENS: '10', LLM_CONCURRENCY: '0' };
  expect(messageOf(() => readConfig(wrong)).split('\n')).toEqual([
    'LLM_PROVIDER: must be one of auto, openai, openai-compatible, offline',
    'LLM_API: must be one of auto, responses, chat',
    'LLM_CONTEXT_TOKENS: must be a whole number of tokens, 1000 to 10000000',
    'LLM_CONCURRENCY: must be a whole number of calls, 1 to 32',
  ]);
  expect(readConfig({ LLM_API_KEY: ' ' })).toMatchObject({
    LLM_PROVIDER: 'auto',
    LLM_API_KEY: null,
    LLM_CONCURRENCY: 3,
  });
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('it was not refused');
}
