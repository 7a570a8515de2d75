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

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('it was not refused');
}
