import { describe, expect, it } from '@jest/globals';
import { parseTranscript } from './parse-transcript.ts';

describe('answers of transcription services', () => {
  it('are read word by word from Amazon Transcribe, with the speakers listed beside the words', () => {
    const item = (content: string, start?: number) => ({
      type: start === undefined ? 'punctuation' : 'pronunciation',
      alternatives: [{ confidence: '0.9', content }],
      ...(start === undefined ? {} : { start_time: `${start}.0`, end_time: `${start}.5` }),
    });
    const label = (start: number, speaker: string) => ({ start_time: `${start}.0`, speaker_label: speaker });
    const results = {
      transcripts: [{ transcript: 'Hello there, all. Hi.' }],
      items: [item('Hello', 1), item('there', 2), item(','), item('all', 3), item('.'), item('Hi', 4), item('.')],
      speaker_labels: {
        segments: [
          { items: [label(1, 'spk_1'), label(2, 'spk_1'), label(3, 'spk_1')] },
          { items: [label(4, 'spk_0')] },
        ],
      },
    };
    expect(parse({ jobName: 'x', results, status: 'COMPLETED' })).toMatchObject({
      format: 'aws-transcribe-json',
      segments: [
        { startMs: 1000, endMs: 3500, speaker: 'SPEAKER_00', text: 'Hello there, all.' },
        { startMs: 4000, endMs: 4500, speaker: 'SPEAKER_01', text: 'Hi.' },
      ],
    });
  });
  it('are read from Speechmatics, whose S1 is a speaker and UU is nobody', () => {
    const word = (content: string, start_time: number, speaker: string, type = 'word') => ({
      type,
      start_time,
      end_time: start_time + 0.5,
      alternatives: [{ content, speaker }],
    });
    const results = [
      word('Hello', 1, 'S1'),
      word('there', 2, 'S1'),
      word('.', 2.5, 'S1', 'punctuation'),
      word('Hi', 3, 'UU'),
      word('.', 3.5, 'UU', 'punctuation'),
    ];
    expect(parse({ format: '2.9', metadata: {}, results })).toMatchObject({
      format: 'speechmatics-json',
      segments: [
        { startMs: 1000, speaker: 'SPEAKER_00', text: 'Hello there.' },
        { startMs: 3000, speaker: null, text: 'Hi.' },
      ],
    });
  });
  const google = ['Hello', 'there', 'all.', 'Hi.'];
  it.each([
    ['"1s"', (second: number) => `${second}s`],
    ['{ seconds }', (second: number) => ({ seconds: String(second), nanos: 0 })],
  ])('are read from Google with times such as %s', (_, time) => {
    const words = google.map((word, index) => ({ word, startTime: time(index + 1), endTime: time(index + 2) }));
    const results = [
      { alternatives: [{ transcript: 'Hello there all.', words: words.slice(0, 3) }, { transcript: '?' }] },
    ];
    const both = [...results, { alternatives: [{ transcript: ' Hi.', words: words.slice(3) }], languageCode: 'en-us' }];
    const segments = [
      { startMs: 1000, endMs: 4000, speaker: null, text: 'Hello there all.' },
      { startMs: 4000, endMs: 5000, speaker: null, text: 'Hi.' },
    ];
    expect(parse({ results: both })).toMatchObject({ format: 'google-speech-json', segments });
    expect(parse({ done: true, response: { results: both } }).segments).toEqual(segments);
  });
  it('are read once from Google where the last result repeats all words with their speakers', () => {
    const words = google.map((word, index) => ({ word, startTime: `${index + 1}s`, endTime: `${index + 2}s` }));
    const tagged = words.map((word, index) => ({ ...word, speakerTag: index < 3 ? 2 : 1 }));
    const results = [{ alternatives: [{ transcript: 'x', words }] }, { alternatives: [{ words: tagged }] }];
    expect(parse({ results }).segments).toMatchObject([
      { speaker: 'SPEAKER_00', text: 'Hello there all.' },
      { speaker: 'SPEAKER_01', text: 'Hi.' },
    ]);
  });
  it('are read from Google without words, each result up to its end', () => {
    const result = (transcript: string, resultEndTime: string) => ({ alternatives: [{ transcript }], resultEndTime });
    expect(parse({ results: [result('Hello there.', '2.5s'), result(' Good bye.', '4s')] }).segments).toMatchObject([
      { startMs: 0, endMs: 2500, text: 'Hello there.' },
      { startMs: 2500, endMs: 4000, text: 'Good bye.' },
    ]);
  });
  it('are read from Rev, whose marks carry the spaces', () => {
    const text = (value: string, ts: number) => ({ type: 'text', value, ts, end_ts: ts + 0.5 });
    const mark = (value: string) => ({ type: 'punct', value });
    const monologues = [
      { speaker: 0, elements: [text('Hello', 1), mark(', '), text('there', 2), mark(' '), text('all', 3), mark('. ')] },
      { speaker: 1, elements: [text('Hi', 4), mark('.')] },
    ];
    expect(parse({ speakers: [{ id: 0, name: 'Ann' }], monologues })).toMatchObject({
      format: 'rev-json',
      segments: [
        { startMs: 1000, endMs: 3500, speaker: 'Ann', text: 'Hello, there all.' },
        { startMs: 4000, endMs: 4500, speaker: 'SPEAKER_00', text: 'Hi.' },
      ],
    });
  });
  it('are read from Whisper by Transformers, with speakers where there are any', () => {
    const chunks = [
      { timestamp: [0, 3.2], text: ' Hello there.' },
      { timestamp: [3.2, null], text: ' Good bye.' },
    ];
    const text = ' Hello there. Good bye.';
    expect(parse({ text, chunks })).toMatchObject({
      format: 'whisper-json',
      segments: [
        { startMs: 0, endMs: 3200, text: 'Hello there.' },
        { startMs: 3200, text: 'Good bye.' },
      ],
    });
    const speakers = chunks.map((chunk, index) => ({ ...chunk, speaker: `SPEAKER_0${index}` }));
    expect(parse({ text, chunks, speakers }).speakers).toEqual(['SPEAKER_00', 'SPEAKER_01']);
  });
  it('are read from Azure', () => {
    const phrase = (display: string, second: number, speaker: number) => ({
      speaker,
      offsetInTicks: second * 1e7,
      durationInTicks: 1.5e7,
      nBest: [{ confidence: 0.9, lexical: 'x', display }],
    });
    expect(parse({ recognizedPhrases: [phrase('Hello there.', 1, 1), phrase('Good bye.', 3, 2)] })).toMatchObject({
      format: 'azure-speech-json',
      segments: [
        { startMs: 1000, endMs: 2500, speaker: 'SPEAKER_00', text: 'Hello there.' },
        { startMs: 3000, endMs: 4500, speaker: 'SPEAKER_01', text: 'Good bye.' },
      ],
    });
  });
  it('are read from a result inside other facts', () => {
    const utterances = [{ start: 1, end: 2, speaker: 0, text: 'Hello there.' }];
    expect(parse({ id: 'x', result: { metadata: {}, transcription: { utterances } } }).segments).toEqual([
      { startMs: 1000, endMs: 2000, speaker: 'SPEAKER_00', text: 'Hello there.' },
    ]);
  });
  it('are read with the speaker ids of words', () => {
    const words = ['Hello ', 'there ', 'all. ', 'Hi. '].map((text, index) => ({
      text,
      start: index,
      end: index + 0.5,
      speaker_id: index < 3 ? 'speaker_1' : 'speaker_0',
    }));
    expect(parse({ language_code: 'eng', words }).segments).toMatchObject([
      { speaker: 'SPEAKER_00', text: 'Hello there all.' },
      { speaker: 'SPEAKER_01', text: 'Hi.' },
    ]);
  });
});

describe('lists that services export by themselves', () => {
  const expected = [
    { startMs: 1500, endMs: 2250, speaker: 'Ann', text: 'Hello there.' },
    { startMs: 3000, endMs: 4000, speaker: 'Bob', text: 'Good bye.' },
  ];
  it('are the sentences and paragraphs of AssemblyAI, in milliseconds', () => {
    const list = [
      { text: 'Hello there.', start: 1500, end: 2250, speaker: 'Ann' },
      { text: 'Good bye.', start: 3000, end: 4000, speaker: 'Bob' },
    ];
    expect(parse({ id: 'a', sentences: list }).segments).toEqual(expected);
    expect(parse({ id: 'a', paragraphs: list }).segments).toEqual(expected);
  });
  it('are sentences with the names of speakers, in seconds', () => {
    const sentences = [
      { text: 'Hello there.', start_time: 1.5, end_time: 2.25, speaker_id: 0, speaker_name: 'Ann' },
      { text: 'Good bye.', start_time: 3, end_time: 4, speaker_id: 1, speaker_name: 'Bob' },
    ];
    expect(parse({ data: { transcript: { title: 'x', sentences } } }).segments).toEqual(expected);
  });
  it('are the phrases of a fast transcription by Azure', () => {
    const phrases = [
      { offsetMilliseconds: 1500, durationMilliseconds: 750, speaker: 1, text: 'Hello there.', words: [] },
      { offsetMilliseconds: 3000, durationMilliseconds: 1000, speaker: 2, text: 'Good bye.', words: [] },
    ];
    expect(parse({ durationMilliseconds: 5000, combinedPhrases: [], phrases })).toMatchObject({
      format: 'azure-speech-json',
      segments: [
        { startMs: 1500, endMs: 2250, speaker: 'SPEAKER_00', text: 'Hello there.' },
        { startMs: 3000, endMs: 4000, speaker: 'SPEAKER_01', text: 'Good bye.' },
      ],
    });
  });
  it('are segments whose times say that they are milliseconds', () => {
    const segments = [
      { start_ms: 1500, end_ms: 2250, speaker: 'Ann', text: 'Hello there.' },
      { start_ms: 3000, end_ms: 4000, speaker: 'Bob', text: 'Good bye.' },
    ];
    expect(parse({ segments }).segments).toEqual(expected);
  });
});

describe('JSON captions of YouTube', () => {
  it('give each line up to the next one', () => {
    const events = [
      { tStartMs: 0, dDurationMs: 9000, id: 1 },
      { tStartMs: 80, dDurationMs: 5000, segs: [{ utf8: 'hello' }, { utf8: ' there', tOffsetMs: 300 }] },
      { tStartMs: 3000, dDurationMs: 80, aAppend: 1, segs: [{ utf8: '\n' }] },
      { tStartMs: 3080, dDurationMs: 2000, segs: [{ utf8: 'good bye' }] },
    ];
    expect(parse({ wireMagic: 'pb3', events })).toMatchObject({
      format: 'youtube-json',
      segments: [
        { startMs: 80, endMs: 3080, speaker: null, text: 'hello there' },
        { startMs: 3080, endMs: 5080, speaker: null, text: 'good bye' },
      ],
    });
  });
});

describe('a time stamp of a JSON entry', () => {
  it('is its start', () => {
    const transcript = [
      { text: 'Before all times.' },
      { timestamp: '0:00:12.9', speaker: 'Ann', text: 'Hello there.' },
      { timestamp: '0:00:20.0', speaker: 'Bob', text: 'Good bye.' },
    ];
    expect(parse({ transcript }).segments).toMatchObject([
      { startMs: 0 },
      { startMs: 12_900, endMs: 20_000, speaker: 'Ann', text: 'Hello there.' },
      { startMs: 20_000, speaker: 'Bob', text: 'Good bye.' },
    ]);
  });
  it('is no time when it is a date', () => {
    const entry = { timestamp: '2024-05-06T07:08:09Z', speaker: 'Ann', text: 'Hello there.' };
    expect(parse([entry]).segments).toMatchObject([{ startMs: 0, text: 'Hello there.' }]);
  });
});

function parse(data: unknown) {
  return parseTranscript(new TextEncoder().encode(JSON.stringify(data)));
}
