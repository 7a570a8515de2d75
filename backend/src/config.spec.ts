import { expect, it } from '@jest/globals';
import { ConfigError, readConfig } from './config.ts';

it('has a default for everything', () => {
  expect(readConfig({})).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', DATABASE_URL: null, EVENTSTORE_URL: null, SAMPLE_LIBRARY: true, FETCH_ALLOW_PRIVATE: false });
});

it('takes an empty string as unset', () => {
  expect(readConfig({ DATABASE_URL: ' ', SAMPLE_LIBRARY: 'off' })).toMatchObject({ DATABASE_URL: null, SAMPLE_LIBRARY: false });
});

it('names every wrong value in a line of its own, and repeats none', () => {
  const wrong = { PORT: 'many', DATABASE_URL: 'mysql://root:secret@db', ADMIN_PASSWORD: 'short', SAMPLE_LIBRARY: 'perhaps' };
  let message = '';
  try {
    readConfig(wrong);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    message = error instanceof Error ? error.message : '';
  }
  expect(message.split('\n').map((line) => line.split(':')[0]).sort()).toEqual(['ADMIN_PASSWORD', 'DATABASE_URL', 'PORT', 'SAMPLE_LIBRARY']);
  expect(message).not.toMatch(/secret|short/);
});
