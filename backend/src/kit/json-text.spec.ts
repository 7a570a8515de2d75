import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonRefused, parseJson } from './json-text.ts';

describe('a JSON text', () => {
  it('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(parseJson(JSON.stringify(value, null, 1))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(() => parseJson('{"a": ')).toThrow(SyntaxError);
  });

  it('has U+FFFD for each lone surrogate, also in keys, and keeps pairs and escaped backslashes', () => {
    const text = String.raw`{"\udc00": ["\ud800", "a\uD83D\uDE00b", "\ud800\ud83d\ude00", "\\ud800", "\\\ud800\n"]}`;

    expect(parseJson(text)).toEqual({
      '\ufffd': ['\ufffd', 'a😀b', '\ufffd😀', String.raw`\ud800`, '\\\ufffd\n'],
    });
  });

  it.each([
    ['nested too deeply', '['.repeat(5_000_000) + ']'.repeat(5_000_000)],
    ['nested too deeply, with a lone surrogate', `${'{"a":'.repeat(100)}"\\ud800"${'}'.repeat(100)}`],
    ['nested after a text that ends in a backslash', `["\\\\",${'['.repeat(100)}${']'.repeat(100)}]`],
    ['of too many values', `[${'0,'.repeat(600_000)}0]`],
  ])('%s is refused before it is parsed', (_, text) => {
    expect(() => parseJson(text)).toThrow(JsonRefused);
  });

  it('may hold any characters in its texts', () => {
    const text = '[{,'.repeat(1_000_000);

    expect(parseJson(JSON.stringify([text, '\\"['.repeat(100)]))).toEqual([text, '\\"['.repeat(100)]);
  });
});
