import { describe, expect, it } from '@jest/globals';
import { timedCues } from './raw-transcript.ts';
import { cues, seconds, texts, turns, untimed } from './repair.fixture.ts';
import { repaired } from './repair.ts';

describe('order', () => {
  it('sorts cues that are out of order, those of one time as written', () => {
    const read = repaired(
      cues([0, 1, 'cue a'], [50, 51, 'cue d'], [50, 52, 'cue e'], [20, 21, 'cue b'], [30, 31, 'cue c']),
      null,
    );
    expect(texts(read)).toEqual(['cue a', 'cue b', 'cue c', 'cue d', 'cue e']);
    expect(read.warnings).toContain('The cues were out of order in 1 place and were sorted by time.');
  });
  it('keeps steps back of a moment as written', () => {
    const read = repaired(cues([0, 3, 'cue a'], [10, 12, 'cue b'], [8, 9, 'cue c'], [13, 14, 'cue d']), null);
    expect(texts(read)).toEqual(['cue a', 'cue b', 'cue c', 'cue d']);
    expect(read.warnings).toContain('1 cue started up to 5 s before the preceding cue; their order was kept.');
  });
  it('keeps the order of a file whose clock starts again', () => {
    const part = (name: string) =>
      Array.from({ length: 30 }, (_, index) => seconds(index * 10, index * 10 + 5, `${name} ${index}`));
    const read = repaired(timedCues('srt', [...part('one'), ...part('two')]), null);
    expect(texts(read)).toEqual([...part('one'), ...part('two')].map(({ text }) => text));
    expect(read.warnings).toContain('The times in the file start again once; the order of the file was kept.');
  });
  it('sorts a single stray cue near zero', () => {
    const stray = Array.from({ length: 40 }, (_, index) => seconds(index * 10, index * 10 + 5, `cue ${index}`));
    expect(texts(repaired(timedCues('srt', [...stray.slice(1), ...stray.slice(0, 1)]), null))[0]).toBe('cue 0');
  });
  it('never moves the turns of a text', () => {
    const read = repaired(
      turns(seconds(0, null, 'a'), seconds(500, null, 'b'), seconds(100, null, 'c'), seconds(600, null, 'd')),
      null,
    );
    expect(texts(read)).toEqual(['a', 'b', 'c', 'd']);
    expect(read.segments.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 500_000],
      [500_000, 500_000],
      [100_000, 600_000],
      [600_000, 600_300],
    ]);
    expect(read.warnings).toEqual(['1 time went backwards; the turns were kept in the order of the text.']);
  });
});

describe('repeats and noise', () => {
  it('drops exact repeats, but not the same text at another time', () => {
    const read = repaired(cues([0, 1, 'oh yes'], [2, 3, 'oh no'], [0, 1, 'oh yes'], [4, 5, 'oh yes']), null);
    expect(texts(read)).toEqual(['oh yes', 'oh no', 'oh yes']);
    expect(read.warnings).toContain('1 cue repeated an earlier one exactly and was dropped.');
  });
  it('reduces a text that is repeated more than three times in a row', () => {
    const loop = cues(
      [0, 1, 'a b'],
      [1, 2, 'x y'],
      [2, 3, 'x y'],
      [3, 4, 'x y'],
      [4, 5, 'x y'],
      [5, 6, 'c d'],
      [6, 7, 'z'],
      [7, 8, 'z'],
      [8, 9, 'z'],
    );
    const read = repaired(loop, null);
    expect(texts(read)).toEqual(['a b', 'x y', 'c d', 'z', 'z', 'z']);
    expect(read.warnings).toEqual(['3 cues in 1 loop of the same text were dropped; the first of each was kept.']);
  });
  it('drops empty cues and noise but keeps what people do', () => {
    const read = repaired(
      cues(
        [0, 1, ' \u200b'],
        [1, 2, '[BLANK_AUDIO]'],
        [2, 3, '(music)'],
        [3, 4, '♪'],
        [4, 5, '[laughter]'],
        [5, 6, '好'],
      ),
      null,
    );
    expect(texts(read)).toEqual(['[laughter]', '好']);
    expect(read.warnings).toEqual([
      '1 empty segment was dropped.',
      '3 cues without words, such as [BLANK_AUDIO], were dropped.',
    ]);
  });
  it('removes the notices of transcription services, which nobody said', () => {
    const read = repaired(
      cues(
        [0, 1, '(Transcribed by TurboScribe.ai. Go Unlimited to remove this message.) Hello all.'],
        [1, 2, 'It was transcribed by Ann.\n\nTranscribed by https://otter.ai'],
        [2, 3, 'Transcribed by https://otter.ai'],
      ),
      null,
    );
    expect(texts(read)).toEqual(['Hello all.', 'It was transcribed by Ann.']);
    expect(read.warnings).toEqual([
      '3 notices of a transcription service were removed.',
      '1 empty segment was dropped.',
    ]);
  });
  it('hands the time of an empty turn to the next one that has none', () => {
    const read = repaired(
      turns(seconds(0, null, 'aaaa'), seconds(30, null, ''), untimed('bbbb'), seconds(40, null, 'c')),
      null,
    );
    expect(read.segments.map(({ startMs }) => startMs)).toEqual([0, 30_000, 40_000]);
  });
});
