import { describe, expect, it } from '@jest/globals';
import { decodeText } from './decode-text.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('the text of a document', () => {
  it('follows its byte order mark', () => {
    for (const bytes of [
      Buffer.from('\ufeff<a>é</a>', 'utf8'),
      Buffer.from('\ufeff<a>é</a>', 'utf16le'),
      Buffer.from('\ufeff<a>é</a>', 'utf16le').swap16(),
      utf32('\ufeff<a>é</a>'),
    ])
      expect(decodeText(bytes)).toEqual({ text: '<a>é</a>', warning: null });
  });
  it('is UTF-16 or UTF-32 where its first sign shows it', () => {
    expect(decodeText(Buffer.from('<a>é</a>', 'utf16le')).text).toBe('<a>é</a>');
    expect(decodeText(Buffer.from('<a>é</a>', 'utf16le').swap16()).text).toBe('<a>é</a>');
    expect(decodeText(utf32('<a>😀</a>')).text).toBe('<a>😀</a>');
  });
  it('follows its declaration before the content type', () => {
    expect(
      decodeText(latin('<?xml version="1.0" encoding="iso-8859-1"?><a>é</a>'), 'text/xml; charset=koi8-r').text,
    ).toContain('<a>é</a>');
  });
  it('follows the content type where it declares nothing', () => {
    expect(decodeText(Buffer.from([0x3c, 0xc1, 0x3e]), 'text/xml; charset="koi8-r"').text).toBe('<а>');
  });
  it('is UTF-8 where nothing is declared, and Windows-1252 where that cannot be', () => {
    expect(decodeText(Buffer.from('<a>é</a>'))).toEqual({ text: '<a>é</a>', warning: null });
    expect(decodeText(latin('<a>\x93é\x94</a>'))).toEqual({
      text: '<a>“é”</a>',
      warning: 'The text names no encoding and is not UTF-8; it was read as Windows-1252 (Latin-1).',
    });
  });
  it('is what its letters show, where it claims to be UTF-8 and is not', () => {
    // "Добрый день и добро пожаловать" in Windows-1251.
    const words = Buffer.from('c4eee1f0fbe920e4e5edfc20e820e4eee1f0ee20efeee6e0ebeee2e0f2fc', 'hex');
    const bytes = [
      Buffer.from('<?xml version="1.0" encoding="utf-8"?><rss><title>'),
      words,
      Buffer.from('</title></rss>'),
    ];
    expect(decodeText(Buffer.concat(bytes))).toEqual({
      text: '<?xml version="1.0" encoding="utf-8"?><rss><title>Добрый день и добро пожаловать</title></rss>',
      warning: 'The text is not utf-8 as it claims; it was read as Windows-1251 (Cyrillic).',
    });
  });
  it('keeps its accents where a few bytes of UTF-8 are broken', () => {
    const bytes = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="utf-8"?><a>éàü'),
      Buffer.from([0xe9]),
      Buffer.from('</a>'),
    ]);
    expect(decodeText(bytes)).toEqual({
      text: '<?xml version="1.0" encoding="utf-8"?><a>éàü\uFFFD</a>',
      warning: 'The text is not utf-8 as it claims; it was read as UTF-8.',
    });
  });
  it('does not believe in an encoding that is unknown or cannot be', () => {
    expect(decodeText(Buffer.from('<?xml version="1.0" encoding="bogus"?><a>é</a>')).text).toContain('é');
    expect(decodeText(Buffer.from('<?xml version="1.0" encoding="utf-16"?><a>é</a>'))).toMatchObject({ warning: null });
  });
});

function utf32(text: string): Buffer {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const bytes = Buffer.alloc(points.length * 4);
  points.forEach((point, index) => bytes.writeUInt32BE(point, index * 4));

  return bytes;
}
