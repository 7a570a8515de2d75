import { beforeEach, describe, expect, it } from '@jest/globals';
import { DEFAULT_PREFERENCES, readPreferences } from './preferences.ts';
import { keepInMemory } from './stored.fixture.ts';

beforeEach(keepInMemory);

describe('stored preferences', () => {
  it('are the defaults before anything is chosen', () => {
    expect(readPreferences()).toEqual(DEFAULT_PREFERENCES);
    expect(readFrom('{}')).toEqual(DEFAULT_PREFERENCES);
  });
  it('keep what the reader chose', () => {
    const chosen = {
      textSize: 20,
      textFace: 'serif',
      speed: 1.5,
      followAlong: false,
      timeFormat: 'm:ss',
      highlights: 'none',
      slowWhileTyping: false,
      singleKeys: false,
    };
    expect(readFrom(JSON.stringify(chosen))).toEqual(chosen);
  });
  it('fall back to the default value by value', () => {
    expect(readFrom('{"textSize":999,"textFace":"comic","speed":0,"followAlong":"no","timeFormat":"m:ss"}')).toEqual({
      ...DEFAULT_PREFERENCES,
      timeFormat: 'm:ss',
    });
  });
  it('are the defaults when the text is damaged', () => {
    expect([readFrom('{'), readFrom('7'), readFrom('null')]).toEqual(Array(3).fill(DEFAULT_PREFERENCES));
  });
});

function readFrom(text: string) {
  localStorage.setItem('earmark-preferences', text);

  return readPreferences();
}
