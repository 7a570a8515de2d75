import { describe, expect, it } from '@jest/globals';
import { parseTranscript, TranscriptFormatUnknown } from './parse-transcript.ts';

const sentence = { start: 1.5, end: 2.25, text: ' Hello there.' };
const expected = { startMs: 1500, endMs: 2250, text: 'Hello there.' };

describe('JSON formats', () => {
  it.each([
    [
      'podcasting-json',
      { version: '1.0.0', segments: [{ startTime: 1.5, endTime: 2.25, body: 'Hello there.', speaker: 'Ann' }] },
      'Ann',
    ],
    [
      'whisperx-json',
      { segments: [{ ...sentence, speaker: 'SPEAKER_07', words: [] }], word_segments: [] },
      'SPEAKER_00',
    ],
    ['whisper-json', { text: 'x', segments: [{ ...sentence, avg_logprob: -0.2 }] }, null],
    ['whisper-json', { task: 'transcribe', segments: [sentence] }, null],
    [
      'openai-diarized-json',
      { segments: [{ ...sentence, type: 'transcript.text.segment', speaker: 'A' }] },
      'SPEAKER_00',
    ],
    ['speakers-map-json', { speakers: { spk_0: 'Ann' }, segments: [{ ...sentence, speakerLabel: 'spk_0' }] }, 'Ann'],
    ['segments-json', { segments: [{ ...sentence, speaker: 0 }] }, 'SPEAKER_00'],
    ['segments-json', [{ ...sentence, speaker: 1 }], 'SPEAKER_00'],
    ['turns-json', { turns: [{ ...sentence, speaker: 'Ann' }] }, 'Ann'],
    [
      'whispercpp-json',
      {
        transcription: [
          { offsets: { from: 1500, to: 2250 }, timestamps: { from: '00:00:01,500' }, text: ' Hello there.' },
        ],
      },
      null,
    ],
    [
      'deepgram-json',
      { results: { utterances: [{ start: 1.5, end: 2.25, transcript: 'Hello there.', speaker: 2 }] } },
      'SPEAKER_00',
    ],
    [
      'assemblyai-json',
      { audio_url: 'https://x', utterances: [{ start: 1500, end: 2250, text: 'Hello there.', speaker: 'B' }] },
      'SPEAKER_00',
    ],
    [
      'aws-transcribe-json',
      {
        results: {
          audio_segments: [{ start_time: '1.5', end_time: '2.25', transcript: 'Hello there.', speaker_label: 'spk_1' }],
        },
      },
      'SPEAKER_00',
    ],
    ['taddy-json', [{ id: 'x', text: 'Hello there.', speaker: 'Ann', startTimecode: 1500, endTimecode: 2250 }], 'Ann'],
    ['podlove-json', [{ start: '00:00:01.5', end: '00:00:02.250', speaker: 'ann', text: 'Hello there.' }], 'ann'],
    [
      'podlove-json',
      [{ speaker: 'ann', items: [{ start: '00:00:01.5', end: '00:00:02.250', text: 'Hello there.' }] }],
      'ann',
    ],
  ])('reads %s', (format, data, speaker) => {
    expect(parse(data)).toMatchObject({ format, segments: [{ ...expected, speaker }] });
  });

  it('takes the words of a segment where it has no times, text or speaker, though words lack times too', () => {
    const words = [
      { word: 'In' },
      { word: '2024', start: 1, end: 2, speaker: 'SPEAKER_03' },
      { word: 'then.', start: 2.5, end: 3 },
    ];
    expect(parse({ segments: [{ words }], word_segments: words }).segments).toEqual([
      { startMs: 1000, endMs: 3000, speaker: 'SPEAKER_00', text: 'In 2024 then.' },
    ]);
  });
  it('gives a WhisperX segment without a speaker that of the nearest one within 2 s, else none', () => {
    const segments = [
      { start: 0, end: 1, text: 'One two.', speaker: 'SPEAKER_00', words: [] },
      { start: 2, end: 3, text: 'Three four.', words: [] },
      { start: 9, end: 10, text: 'Five six.', words: [] },
    ];
    expect(parse({ segments, word_segments: [] }).segments.map(({ speaker }) => speaker)).toEqual([
      'SPEAKER_00',
      'SPEAKER_00',
      null,
    ]);
  });
  it('decodes character references once', () => {
    const segments = [
      { ...sentence, text: 'It&#39;s &quot;caf&eacute;&quot; &amp;amp; AT&T', speaker: 'Pat O&apos;Hara' },
    ];
    expect(parse({ segments }).segments).toMatchObject([{ speaker: "Pat O'Hara", text: 'It\'s "café" &amp; AT&T' }]);
  });
  it('takes a speaker that is only a blank reference for none', () => {
    expect(parse({ segments: [{ ...sentence, speaker: '&nbsp;' }] }).speakers).toEqual([]);
  });
  it('reads a file of words only', () => {
    const words = [' One', ' two', ' three.', ' Four', ' five.'].map((word, index) => ({
      word,
      start: index,
      end: index + 0.9,
    }));
    expect(parse({ word_segments: words }).segments.map(({ text }) => text)).toEqual(['One two three.', 'Four five.']);
  });
  it('takes the text of an answer without segments', () => {
    expect(parse({ text: 'Hello there, this is all.' })).toMatchObject({
      format: 'whisper-json',
      segments: [{ startMs: 0, text: 'Hello there, this is all.' }],
    });
  });
  it('drops what Whisper marks as no speech', () => {
    const read = parse({
      segments: [
        { ...sentence, avg_logprob: -0.2 },
        { start: 3, end: 4, text: 'Thanks for watching.', avg_logprob: -1.4, no_speech_prob: 0.95 },
      ],
    });
    expect(read.segments).toHaveLength(1);
    expect(read.warnings).toContain('1 segment that Whisper marked as no speech was dropped.');
  });
  it('reads times that are far too large for seconds as milliseconds or nanoseconds', () => {
    const at = (start: number, durationMs: number | null) =>
      parse({ segments: [{ start, end: start, text: 'Hello there.' }] }, durationMs).segments[0]?.startMs;
    expect(at(600_000, 600_000)).toBe(600_000);
    expect(at(600_000_000_000, 600_000)).toBe(600_000);
    expect(at(200_000, null)).toBe(200_000);
    expect(at(600, 600_000)).toBe(600_000);
  });
  it('leaves entries out that are no objects, and says so', () => {
    const read = parse({ segments: [sentence, 7, null] });
    expect(read.segments).toHaveLength(1);
    expect(read.warnings).toContain('2 entries could not be read and were left out.');
  });
  it.each([
    [
      'of another kind',
      '{"title":"x","hosts":"y"}',
      'This is JSON without transcript segments; it has the keys title, hosts.',
    ],
    ['that is an empty list', '[]', 'This is JSON without transcript segments; it has an empty list.'],
    [
      'without any text',
      '{"segments":[{"start":1}]}',
      'This is JSON without transcript text; it has the keys segments.',
    ],
    [
      'that is cut off',
      '{"segments":[{"start":1,"te',
      'This starts like JSON but is not valid JSON; the file may be cut off.',
    ],
  ])('refuses JSON %s', (_, text, message) => {
    expect(() => parseTranscript(new TextEncoder().encode(text))).toThrow(new TranscriptFormatUnknown(message));
  });
});

function parse(data: unknown, durationMs: number | null = null) {
  return parseTranscript(new TextEncoder().encode(JSON.stringify(data)), { durationMs });
}
