import { describe, expect, it } from '@jest/globals';
import { storyCount } from '@earmark/projections/testing';
import fc from 'fast-check';
import { parseTranscript, TranscriptFormatUnknown } from './parse-transcript.ts';

const caption = 'WEBVTT\n\n00:01.000 --> 00:02.000\nGrüße an alle.\n';

describe('what is no transcript', () => {
  it.each([
    ['an image', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d), 'This looks like a PNG image, not a transcript.'],
    ['audio', bytes(0x49, 0x44, 0x33, 4), 'This looks like an MP3 audio file, not a transcript.'],
    ['a document', utf8('%PDF-1.7'), 'This looks like a PDF document, not a transcript.'],
    ['binary data', bytes(1, 2, 3, 0, 0, 200, 4), 'This looks like binary data, not a transcript.'],
    ['nothing', bytes(), 'The file is empty.'],
    ['white space', utf8(' \n\t '), 'The file contains only white space.'],
    ['a word or two', utf8('Not Found'), 'This is text, but it has no speaker turns, no times and no sentences.'],
    [
      'figures',
      utf8('1,2,3\n4,5,6\n7,8,9\nten eleven twelve thirteen fourteen'.replace(/t\w+/g, '10')),
      'This is text, but it has no speaker turns, no times and no sentences.',
    ],
    [
      'captions without words',
      utf8('WEBVTT\n\n00:01.000 --> 00:02.000\n\n'),
      'This is a transcript file, but it contains no words.',
    ],
  ])('is refused by name: %s', (_, file, message) => {
    expect(() => parseTranscript(file)).toThrow(new TranscriptFormatUnknown(message));
  });
});

describe('encodings', () => {
  it.each([
    ['UTF-8', utf8(caption)],
    ['UTF-8 with a byte order mark', utf8(`\ufeff${caption}`)],
    ['UTF-16 little endian', new Uint8Array(Buffer.from(`\ufeff${caption}`, 'utf16le'))],
    ['UTF-16 big endian', new Uint8Array(Buffer.from(`\ufeff${caption}`, 'utf16le').swap16())],
    ['UTF-16 without a byte order mark', new Uint8Array(Buffer.from(caption, 'utf16le'))],
  ])('reads %s', (_, file) => {
    expect(parseTranscript(file)).toMatchObject({ warnings: [], segments: [{ text: 'Grüße an alle.' }] });
  });
  it('reads Latin-1 with a warning', () => {
    const read = parseTranscript(new Uint8Array(Buffer.from(caption, 'latin1')));
    expect(read.segments[0]?.text).toBe('Grüße an alle.');
    expect(read.warnings).toEqual(['The file is not UTF-8; it was read as Windows-1252 (Latin-1), so check the text.']);
  });
  it('reads an older encoding of another script with a warning', () => {
    const read = parseTranscript(
      new Uint8Array([
        ...Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\n'),
        ...cyrillic('Добрый день и добро пожаловать'),
      ]),
    );
    expect(read).toMatchObject({
      segments: [{ text: 'Добрый день и добро пожаловать' }],
      warnings: ['The file is not UTF-8; it was read as Windows-1251 (Cyrillic), so check the text.'],
    });
  });
  it('keeps the quotation marks and dashes of Windows-1252', () => {
    const bytes = [...Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nIt'), 0x92, ...Buffer.from('s all'), 0x97];
    expect(parseTranscript(Uint8Array.from([...bytes, 0x93, 0x47, 0xfc, 0x94, 0x85])).segments[0]?.text).toBe(
      'It’s all—“Gü”…',
    );
  });
  it('reads UTF-8 that is cut off inside a character', () => {
    const read = parseTranscript(utf8('WEBVTT\n\n00:01.000 --> 00:02.000\nGrüße 各位').subarray(0, -1));
    expect(read.segments[0]?.text).toBe('Grüße 各');
    expect(read.warnings).toEqual(['1 byte is not valid UTF-8 and was left out.']);
  });
  it('leaves out control characters, which no database takes', () => {
    expect(parseTranscript(utf8(caption.replace('alle', 'al\u0007le'))).segments[0]?.text).toBe('Grüße an alle.');
  });
});

describe('any bytes', () => {
  const pieces = fc.constantFrom(
    ...[
      'WEBVTT',
      '\n',
      '\n\n',
      '\r',
      '00:00:01.000',
      ' --> ',
      '00:02',
      '<v A>',
      '</v>',
      'Name: ',
      '[Speaker 1] ',
      '(00:12)',
      '**',
      '{',
      '"segments":',
    ],
    ...[
      '[',
      ']',
      '}',
      '"text":"a"',
      '"start":-5',
      ',',
      '<cite>',
      '<p>',
      '<time>',
      'start\tend\ttext\n',
      '1\t2\thi',
      '---\n',
      'title: x\n',
      'hello you. ',
      '# ',
      'Ann Lee',
      '*',
      '_',
      '`',
      '00:00:60',
      'Host: ',
      '：',
      '</cite>',
      '</time>',
      '</p>',
    ],
    ...[
      '<tt>',
      '<p begin="1s">',
      '<Trans>',
      '<Turn startTime="1">',
      '>> ',
      '&amp;',
      '1e999',
      '[00:01 --> 00:02]',
      '\\[00:09\\]',
      '各位',
      '😀',
      '<?xml version="1.0"?>',
    ],
  );
  const files = fc.oneof(
    fc.uint8Array({ maxLength: 500 }),
    fc.array(pieces, { maxLength: 40 }).map((parts) => utf8(parts.join(''))),
  );

  it('give either valid segments or a refusal', () => {
    fc.assert(
      fc.property(files, fc.option(fc.nat(), { nil: null }), (file, durationMs) => {
        for (const { startMs, endMs, text } of segmentsOf(file, durationMs)) {
          expect(Number.isSafeInteger(startMs) && Number.isSafeInteger(endMs) && startMs >= 0 && endMs >= startMs).toBe(
            true,
          );
          expect(text).not.toBe('');
          expect(text.trim()).toBe(text);
        }
      }),
      { numRuns: storyCount(3000, 300) },
    );
  });
  it.each([
    '(',
    '[',
    '<v ',
    '<cite>A:</cite><p>b',
    '<p>a <cite>b</cite> (<time>0:01</time>',
    '<cite>A:</cite>b<cite>c</cite>',
    '<time>0:01</time>:',
    '<div>',
    '{"a":',
    '**',
    'a _b ',
    '*a* ',
    '`a',
    'Name: ',
    '[00:00] ',
    '00:01\n\n',
    'Ann Lee\n(00:01) a\n\n',
    '**Ann**\n\n',
    '*Ann:* ',
    'Ann：',
    '00:00 --> 00:01\n',
    '&am',
    '{\\an8',
    ' >>',
    '\n',
    '[a](b',
    '<!--',
    '<!---->',
    '<v <',
    ' \n',
  ])('are read to the end when %j is repeated a hundred thousand times', (piece) => {
    expect(Array.isArray(segmentsOf(utf8(piece.repeat(100_000)), null))).toBe(true);
    expect(Array.isArray(segmentsOf(utf8(`WEBVTT\n\n00:01.000 --> 00:02.000\n${piece.repeat(100_000)}`), null))).toBe(
      true,
    );
  });
});

describe('files that are made to hold the thread', () => {
  const turns = 'Ann: a\n\nBob: b\n\nAnn: c\n\nBob: d';
  it.each([
    ['comments before the root element', '<?xml version="1.0"?>' + '<!---->'.repeat(400)],
    ['voice tags that never end', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<v '.repeat(500_000)}< >`],
    ['front matter with a wide gap inside a name', `---\nspeakers: "a${' '.repeat(95_000)}b"\n---\n${turns}`],
    ['words of a script without blanks', JSON.stringify({ words: many(200_000, { word: '好' }) })],
    ['words that are blank', JSON.stringify({ words: [...many(5, { word: 'a' }), ...many(200_000, { word: ' ' })] })],
    ['one turn of very many items', JSON.stringify([{ speaker: 'ann', items: many(200_000, { text: 'a b' }) }])],
    ['paragraphs of nothing', '<html>' + '<p>'.repeat(300_000)],
  ])('are read at once: %s', (_, text) => {
    const before = process.cpuUsage();
    expect(Array.isArray(segmentsOf(utf8(text), 60_000))).toBe(true);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000_000).toBeLessThan(10);
  });
  it.each(['- ', '[', '{', '? ', 'a: {'])('do not nest front matter deeper than can be read: %j', (level) => {
    const read = parseTranscript(utf8(`---\n${level.repeat(20_000)}\n---\n${turns}`));
    expect(read.warnings).toContain('The front matter is not valid YAML and was ignored.');
    expect(read.speakers).toEqual(['Ann', 'Bob']);
  });
});

function many<Entry>(count: number, entry: Entry): Entry[] {
  return Array.from({ length: count }, () => entry);
}

function segmentsOf(file: Uint8Array, durationMs: number | null) {
  try {
    return parseTranscript(file, { durationMs }).segments;
  } catch (error) {
    if (error instanceof TranscriptFormatUnknown) return [];
    throw error;
  }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function bytes(...values: number[]): Uint8Array {
  return Uint8Array.from(values);
}

/** In Windows-1251, whose letters stand in the order of Unicode. */
function cyrillic(text: string): number[] {
  return Array.from(text, (letter) => (letter >= 'А' ? letter.charCodeAt(0) - 0x410 + 0xc0 : letter.charCodeAt(0)));
}
