import { describe, expect, it } from '@jest/globals';
import { cue, timedCues, type RawCue } from './raw-transcript.ts';
import { cues, seconds, texts, turns, untimed } from './repair.fixture.ts';
import { repaired } from './repair.ts';

describe('one word per cue', () => {
  it('is joined up to a sentence end, a gap above 1.5 s or another speaker', () => {
    const words = timedCues('srt', [
      ...spoken('A', 0, 'Dr.', 'Lee', 'came', ',', 'too.', 'He'),
      ...spoken('B', 6, 'went'),
      ...spoken('B', 9, 'home'),
    ]);
    const read = repaired(words, null);
    expect(read.segments).toEqual([
      { startMs: 0, endMs: 4900, speaker: 'SPEAKER_00', text: 'Dr. Lee came, too.' },
      { startMs: 5000, endMs: 5900, speaker: 'SPEAKER_00', text: 'He' },
      { startMs: 6000, endMs: 6900, speaker: 'SPEAKER_01', text: 'went' },
      { startMs: 9000, endMs: 9900, speaker: 'SPEAKER_01', text: 'home' },
    ]);
    expect(read.warnings).toContain('8 one-word cues were joined into 4 sentences.');
  });
  it('is joined for at most 30 s', () => {
    expect(
      repaired(timedCues('srt', spoken('A', 0, ...Array.from({ length: 62 }, () => 'word'))), null).segments,
    ).toHaveLength(2);
  });
  it('keeps the blanks that words carry', () => {
    expect(
      texts(repaired(timedCues('json', spoken('A', 0, 'It', "'s", ' ', 'me', ',', ' you', ' see')), null)),
    ).toEqual(["It's me, you see"]);
  });
  it('is not what captions in a script without blanks are', () => {
    expect(
      repaired(
        cues([0, 1, '各位朋友大家好'], [1, 2, '欢迎来到这里'], [2, 3, '今天照例是在周末'], [3, 4, '大家好大家好']),
        null,
      ).segments,
    ).toHaveLength(4);
  });
});

describe('long segments and speakers', () => {
  it('splits above 10,000 characters at sentence ends, with times by length and stamps', () => {
    const text = 'Some words are said. '.repeat(600).trim();
    const read = repaired(turns({ ...seconds(0, 1000, text), stamps: [{ offset: 6300, ms: 100_000 }] }), null);
    expect(read.segments.map((segment) => segment.text).join(' ')).toBe(text);
    expect(read.segments.every((segment) => segment.text.endsWith('.') && segment.text.length <= 1500)).toBe(true);
    expect(read.segments.find(({ startMs }) => startMs > 100_000)?.startMs).toBeGreaterThan(100_000);
    expect(read.segments.filter(({ endMs }) => endMs <= 100_000).length).toBeGreaterThan(5);
    expect(read.segments.at(-1)?.endMs).toBe(1_000_000);
    expect(read.warnings).toEqual([
      `A segment of 12,599 characters was split into ${read.segments.length} pieces at sentence ends.`,
    ]);
  });
  it('splits a text without sentences at words, and without words anywhere but inside a character', () => {
    expect(
      texts(repaired(turns(untimed('word '.repeat(3000))), null)).every((text) => /^(?:word ?)+$/.test(text)),
    ).toBe(true);
    expect(texts(repaired(turns(untimed('😀'.repeat(6000))), null)).join('') === '😀'.repeat(6000)).toBe(true);
  });
  it('numbers generic labels by first appearance and keeps real names', () => {
    const read = repaired(
      timedCues('json', [
        ...spoken('Speaker 4', 0, 'a b'),
        ...spoken('Ann', 2, 'c d'),
        ...spoken('spk_1', 4, 'e f'),
        ...spoken('?', 6, 'g h'),
      ]),
      null,
    );
    expect(read.speakers).toEqual(['SPEAKER_00', 'Ann', 'SPEAKER_01', 'SPEAKER_02']);
    expect(read.warnings).toEqual([
      '3 generic speaker labels became SPEAKER_nn, numbered in order of first appearance.',
    ]);
  });
  it('gives a caption that names nobody the speaker before it in time, not in the file', () => {
    const raw = timedCues('srt', [
      cue(0, 1000, 'Ann', 'one two'),
      cue(60_000, 61_000, 'Bob', 'five six'),
      cue(20_000, 21_000, null, 'three four'),
    ]);
    const read = repaired({ ...raw, carriesSpeakers: true }, null);
    expect(read.segments.map(({ speaker }) => speaker)).toEqual(['Ann', 'Ann', 'Bob']);
  });
  it('leaves no speaker as null and does not list it', () => {
    expect(repaired(cues([0, 1, 'a b']), null)).toMatchObject({ speakers: [], segments: [{ speaker: null }] });
  });
});

function spoken(speaker: string, startSeconds: number, ...words: string[]): RawCue[] {
  return words.map((word, index) =>
    cue((startSeconds + index) * 1000, (startSeconds + index) * 1000 + 900, speaker, word),
  );
}
