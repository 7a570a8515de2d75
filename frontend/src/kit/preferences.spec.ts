import { describe, expect, it } from '@jest/globals';
import { DEFAULT_PREFERENCES, parsePreferences } from './preferences.ts';

describe('stored preferences', () => {
  it('are the defaults before anything is chosen', () => {
    expect(parsePreferences(null)).toEqual(DEFAULT_PREFERENCES);
    expect(parsePreferences('{}')).toEqual(DEFAULT_PREFERENCES);
  });
  it('keep what was chosen', () => {
    const chosen = {
      textSize: 20,
      textFace: 'serif',
      speed: 1.5,
      followAlong: false,
      timeFormat: 'm:ss',
      slowWhileTyping: false,
      singleKeys: false,
    };
    expect(parsePreferences(JSON.stringify(chosen))).toEqual(chosen);
  });
  it('fall back to the default value by value', () => {
    expect(
      parsePreferences('{"textSize":999,"textFace":"comic","speed":0,"followAlong":"no","timeFormat":"m:ss"}'),
    ).toEqual({
      ...DEFAULT_PREFERENCES,
      timeFormat: 'm:ss',
    });
  });
  it('are the defaults when the text is damaged', () => {
    expect([parsePreferences('{'), parsePreferences('7'), parsePreferences('null')]).toEqual(
      Array(3).fill(DEFAULT_PREFERENCES),
    );
  });
});
