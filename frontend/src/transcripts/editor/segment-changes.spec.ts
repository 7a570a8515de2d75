import { describe, expect, it } from '@jest/globals';
import type { SegmentView } from '@earmark/contracts/transcripts';
import { chosenNow, placesOf, withReplaced } from './replacements.ts';
import {
  fieldsOf,
  joined,
  newSegment,
  parseClock,
  sameSpeaker,
  splitAt,
  updatedSegments,
  withFields,
  withSpeaker,
} from './segment-changes.ts';

const EPISODE = '11111111-1111-4111-8111-111111111111';
const segment: SegmentView = {
  id: '22222222-2222-4222-8222-222222222222',
  startTime: 61_250,
  endTime: 71_250,
  speaker: 'Bea',
  text: 'one two three four',
  timeFormatted: '00:01:01',
};
const rows = ['Bea', 'Cem', 'Bea', 'Bea'].map((speaker, at) => ({ ...segment, id: String(at), speaker }));

describe('a time', () => {
  it.each<[string, number | null]>([
    ['01:02:03', 3_723_000],
    ['1:02:03', 3_723_000],
    [' 02:03 ', 123_000],
    ['75:00', 4_500_000],
    ['00:00:00', 0],
    ['', null],
    ['12', null],
    ['1:2:3:4', null],
    ['00:75', null],
    ['00:61:00', null],
    ['a:b', null],
    ['-1:00', null],
    ['01:02:03.5', null],
  ])('%j is %j', (text, ms) => expect(parseClock(text)).toBe(ms));
});

describe('typing', () => {
  it('that changes nothing leaves the same segment, with its milliseconds', () => {
    expect(withFields(segment, fieldsOf(segment))).toBe(segment);
    expect(withFields(segment, { ...fieldsOf(segment), text: ' one two three four ', speaker: 'Bea ' })).toBe(segment);
  });
  it('is trimmed, and nobody is Unknown', () => {
    expect(withFields(segment, { time: '00:01:01', speaker: '  ', text: ' x ' })).toMatchObject({
      startTime: 61_250,
      speaker: 'Unknown',
      text: 'x',
    });
  });
  it('of another form than a time is 0', () => {
    const moved = withFields(segment, { ...fieldsOf(segment), time: 'soon' });
    expect(moved).toMatchObject({ startTime: 0, endTime: 71_250, timeFormatted: '00:00:00' });
  });
  it('of a time behind the end takes the end along', () => {
    const moved = withFields(segment, { ...fieldsOf(segment), time: '00:02:00' });
    expect(moved).toMatchObject({ startTime: 120_000, endTime: 130_000 });
  });
});

describe('cutting and joining', () => {
  it('cuts at the caret, times in proportion to the text', () => {
    const [first, second] = splitAt(segment, 8) ?? [];
    expect(first).toMatchObject({ id: segment.id, text: 'one two', startTime: 61_250, endTime: 65_368 });
    expect(second).toMatchObject({ text: 'three four', startTime: 65_368, endTime: 71_250, timeFormatted: '00:01:05' });
    expect(second?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.id).not.toBe(segment.id);
  });
  it.each([0, 18, 99])('cuts nothing off without text: at %j', (caret) => expect(splitAt(segment, caret)).toBeNull());
  it('joins text and time', () => {
    const next = { ...segment, id: 'next', speaker: 'Cem', startTime: 71_250, endTime: 80_000, text: ' five' };
    expect(joined(segment, next)).toMatchObject({
      id: segment.id,
      speaker: 'Bea',
      text: 'one two three four five',
      endTime: 80_000,
    });
  });
});

describe('a new segment', () => {
  it('begins where the last one ends, or at 0, and lasts five seconds', () => {
    expect(newSegment([segment], EPISODE)).toMatchObject({
      startTime: 71_250,
      endTime: 76_250,
      text: 'New segment text...',
      speaker: 'Unknown',
      timeFormatted: '00:01:11',
    });
    expect(newSegment([], EPISODE)).toMatchObject({ startTime: 0, endTime: 5000 });
    expect(newSegment([], EPISODE).id).not.toBe(newSegment([], EPISODE).id);
  });
});

describe('another name for a speaker', () => {
  it('is for this segment, from here on, or for all', () => {
    expect([...sameSpeaker(rows, rows[2]!, 'this')]).toEqual(['2']);
    expect([...sameSpeaker(rows, rows[2]!, 'onwards')]).toEqual(['2', '3']);
    expect([...sameSpeaker(rows, rows[2]!, 'all')]).toEqual(['0', '2', '3']);
  });
  it('leaves a segment that was given another one meanwhile', () => {
    const since = rows.map((row) => (row.id === '2' ? { ...row, speaker: 'Dee' } : row));
    expect([...sameSpeaker(since, rows[2]!, 'onwards')]).toEqual(['3']);
    expect([...sameSpeaker(since, rows[2]!, 'all')]).toEqual(['0', '3']);
  });
  it('is trimmed', () => {
    expect(withSpeaker(rows, new Set(['1']), ' Dee ').map(({ speaker }) => speaker)).toEqual([
      'Bea',
      'Dee',
      'Bea',
      'Bea',
    ]);
    expect([updatedSegments(1), updatedSegments(0), updatedSegments(12)]).toEqual([
      'Updated 1 segment',
      'Updated 0 segments',
      'Updated 12 segments',
    ]);
  });
});

describe('replacing', () => {
  const texts = ['Tea for tea', 'no', 'tea'].map((text, at) => ({ ...segment, id: String(at), text }));

  it('finds every place, and changes the chosen ones only', () => {
    const places = placesOf(texts, 'tea', { wholeWord: true, caseSensitive: false });
    expect(places.map(({ key }) => key)).toEqual(['0 0', '0 8', '2 0']);
    const some = withReplaced(texts, places.slice(0, 2), 'coffee');
    expect(some.map(({ text }) => text)).toEqual(['coffee for coffee', 'no', 'tea']);
    expect(some[1]).toBe(texts[1]);
  });
  it('leaves a segment of which nothing would be left', () => {
    const places = placesOf(texts, 'tea', { wholeWord: true, caseSensitive: true });
    expect(withReplaced(texts, places, '').map(({ text }) => text)).toEqual(['Tea for', 'no', 'tea']);
  });
  it.each<[string, string, string]>([
    ['typed at the end', 'Tea for tea, please', 'coffee for coffee, please'],
    ['typed at the beginning', 'No more Tea for tea', 'No more coffee for coffee'],
    ['typed in between', 'Tea for two, or tea', 'coffee for two, or coffee'],
    ['typed at the word itself', 'Teapot for tea', 'Teapot for coffee'],
    ['the text is another', 'Nothing', 'Nothing'],
  ])('keeps what was typed since: %s', (_, typed, replaced) => {
    const options = { wholeWord: true, caseSensitive: false };
    const chosen = placesOf(texts, 'tea', options);
    const now = texts.map((row) => (row.id === '0' ? { ...row, text: typed } : row));
    const places = chosenNow(chosen, placesOf(now, 'tea', options));
    expect(withReplaced(now, places, 'coffee').map(({ text }) => text)).toEqual([replaced, 'no', 'coffee']);
  });
});
