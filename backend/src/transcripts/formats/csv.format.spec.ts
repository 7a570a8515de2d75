import { describe, expect, it } from '@jest/globals';
import { parseTranscript, TranscriptFormatUnknown } from './parse-transcript.ts';

describe('a table with commas', () => {
  it('reads the milliseconds of whisper.cpp', () => {
    const rows = ['start,end,text', '0,5000," Hello, and welcome."', '5000,9000," It is ""new""."', ''];
    expect(parse(rows)).toMatchObject({
      format: 'csv',
      segments: [
        { startMs: 0, endMs: 5000, text: 'Hello, and welcome.' },
        { startMs: 5000, endMs: 9000, text: 'It is "new".' },
      ],
    });
  });
  it.each([
    ['clocks', '00:00:01.5', '0:05'],
    ['seconds', '1.5', '5'],
  ])('reads %s and speakers under other headings', (_, start, end) => {
    const rows = ['"Start Time","End Time",Speaker,Transcript', `${start},${end},Ann Lee,"Hello there,\nall."`];
    expect(parse(rows).segments).toEqual([
      { startMs: 1500, endMs: 5000, speaker: 'Ann Lee', text: 'Hello there,\nall.' },
    ]);
  });
  it('reads whole seconds where they cannot be milliseconds', () => {
    const rows = ['timestamp;speaker;text', '0;Ann;Hello and welcome.', '5;Bob;Thank you, it is good to be here.'];
    expect(parse(rows).segments).toMatchObject([
      { startMs: 0, endMs: 5000, speaker: 'Ann' },
      { startMs: 5000, speaker: 'Bob' },
    ]);
  });
  it('is refused when a quotation is never closed', () => {
    expect(() => parse(['start,end,text', '0,1,"Hello'])).toThrow(TranscriptFormatUnknown);
  });
});

function parse(rows: readonly string[]) {
  return parseTranscript(new TextEncoder().encode(rows.join('\n')));
}
