import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Book, openSpeech, orderOf, refusal, type SpeechTools } from './speech.fixture.ts';

const PATH = '/v1/audio/transcriptions';

let tools: SpeechTools;
let path: string;
beforeAll(async () => {
  tools = await openSpeech();
  // Whether this machine has ffmpeg must not matter.
  path = process.env['PATH'] ?? '';
  process.env['PATH'] = tools.folder;
});
afterEach(() => {
  tools.stubs.fail(PATH, null);
  tools.stubs.calls.length = 0;
});
afterAll(async () => {
  process.env['PATH'] = path;
  await tools.close();
});

const openai = (settings: Record<string, string> = {}) => tools.providers(settings).openai;
const local = (settings: Record<string, string> = {}) =>
  tools.providers({
    STT_PROVIDER: 'openai-compatible',
    STT_BASE_URL: `${tools.stubs.url}/v1`,
    STT_API_KEY: 'sk-local-key',
    ...settings,
  })['openai-compatible'];
const audio = (file: string) => ({ audioUrl: `${tools.stubs.url}/audio/${file}`, durationSeconds: null });
const asked = () => tools.stubs.calls.filter((call) => call.path === PATH).length;

describe('long sound', () => {
  const inParts = { STT_MAX_SECONDS: '13' };

  it.each(['36-seconds.mp3', '1.wav'])('is sent in parts (%s) and joined with the times of the whole', async (file) => {
    const settings = file === '1.wav' ? { STT_MAX_SECONDS: '21' } : inParts;
    const order = orderOf(audio(file));
    const { transcript, answers, audio: facts, warnings } = await openai(settings).transcribe(order);
    expect([answers.length, asked()]).toEqual([3, 3]);
    const { segments, speakers } = await tools.read(transcript);
    // The stub says a sentence each 5 s of every part.
    const partMs = facts!.durationMs! / 3;
    const starts = segments.map(({ startMs }) => startMs);
    expect(starts).toEqual(starts.toSorted((one, other) => one - other));
    for (const start of starts) {
      const within = start % partMs;
      expect(Math.min(Math.abs(within % 5000), 5000 - (within % 5000), partMs - within)).toBeLessThan(300);
    }
    expect(starts.at(-1)).toBeGreaterThan(partMs * 2);
    // Recognised by their voices in every part.
    expect(speakers).toEqual(['SPEAKER_00', 'SPEAKER_01']);
    expect(warnings.filter((warning) => warning.includes('counts them anew'))).toEqual([]);
    expect(order.said.filter((sentence) => sentence.startsWith('Transcribing'))).toEqual(
      expect.arrayContaining([1, 2, 3].map((part) => `Transcribing part ${part} of 3`)),
    );
  });

  it('keeps the voices of the first part apart from those that the service names', async () => {
    const { transcript } = await openai(inParts).transcribe(orderOf(audio('36-seconds.mp3')));
    const { segments } = await tools.read(transcript);
    // In parts after the first, the stub hears the two known voices in the other order.
    const speakersAt = (from: number, to: number) =>
      segments.filter(({ startMs }) => startMs >= from && startMs < to).map(({ speaker }) => speaker);
    expect(speakersAt(0, 11_000)).toEqual(['SPEAKER_00', 'SPEAKER_01']);
    expect(speakersAt(11_500, 23_000)).toEqual(['SPEAKER_01', 'SPEAKER_00']);
  });

  it('goes on at the part that is missing', async () => {
    const whole = orderOf(audio('36-seconds.mp3'));
    const done = await openai(inParts).transcribe(whole);
    const jobs = new Book();
    jobs.entries.push(...whole.jobs.entries.filter(({ key }) => !key.includes('part 2')));
    const before = asked();
    expect(await openai(inParts).transcribe(orderOf(whole.facts, jobs))).toEqual(done);
    expect(asked() - before).toBe(1);
  });

  it('is refused by the service as it says when it is not cut', async () => {
    const found = await refusal(openai({ STT_MAX_SECONDS: '0' }).transcribe(orderOf(audio('1440-seconds.mp3'))));
    expect(found).toMatchObject({
      code: 'outside-refused',
      message:
        'The speech-to-text service refused the request (400): audio duration 1440.0 seconds is longer than 1400 seconds which is the maximum for this model.',
    });
  });

  it('keeps labels apart where voices cannot be given', async () => {
    const provider = local({ STT_MAX_SECONDS: '13', STT_DIARIZATION_MODEL: 'pyannote' });
    const { transcript, warnings, answers } = await provider.transcribe(orderOf(audio('36-seconds.mp3')));
    const { speakers } = await tools.read(transcript);
    expect(speakers).toEqual([0, 1, 2, 3, 4, 5].map((index) => `SPEAKER_0${index}`));
    expect(warnings).toContain(
      '4 speakers of later parts may be the same as earlier ones: the service counts them anew in each part.',
    );
    expect(answers).toHaveLength(6);
  });
});

it('asks a server of its own for speakers, and gives each sentence the one who talks most of it', async () => {
  const order = orderOf(audio('12-seconds.mp3'));
  const { transcript, answers } = await local({ STT_DIARIZATION_MODEL: 'pyannote' }).transcribe(order);
  const { segments } = await tools.read(transcript);
  expect(segments.map(({ speaker }) => speaker)).toEqual(['SPEAKER_00', 'SPEAKER_01']);
  expect(answers).toHaveLength(2);
  expect(order.said).toContain('Telling speakers apart in it');
});

it('asks whisper-1 for times, and needs no key from a local server', async () => {
  const { model } = await openai({ STT_MODEL: 'whisper-1' }).transcribe(orderOf(audio('12-seconds.mp3')));
  expect(model).toBe('whisper-1');
  await local({ STT_API_KEY: '' }).transcribe(orderOf(audio('12-seconds.mp3')));
  // A placeholder: the key of OpenAI goes to OpenAI only.
  expect(tools.stubs.calls.at(-1)?.headers['authorization']).toBe('Bearer none');
});

it.each([
  [
    'sk-quota-1',
    'outside-refused',
    'The speech-to-text service reports that its quota is used up or unpaid. Check plan and billing.',
    undefined,
  ],
  ['sk-rate-1', 'upstream-throttled', 'The speech-to-text service receives too many requests at the moment (429).', 7],
  ['sk-500-1', 'upstream-unavailable', 'The speech-to-text service is temporarily unavailable (500).', undefined],
  ['sk-bad-1', 'outside-refused', 'The speech-to-text service rejected the API key. Check STT_API_KEY.', undefined],
])('says what %s means', async (key, code, message, seconds) => {
  const found = await refusal(openai({ STT_API_KEY: key }).transcribe(orderOf(audio('12-seconds.mp3'))));
  expect(found).toEqual({ code, message, extra: seconds === undefined ? found.extra : { retryAfterSeconds: seconds } });
});

it('waits longer for headers than connections usually do', async () => {
  tools.stubs.fail(PATH, { delayMs: 900, times: 1, status: 200, contentType: 'application/json', body: ANSWER });
  await openai().transcribe(orderOf(audio('12-seconds.mp3')));
  tools.stubs.fail(PATH, { delayMs: 900, times: 1 });
  expect(await refusal(openai({ STT_TIMEOUT_MS: '500' }).transcribe(orderOf(audio('12-seconds.mp3'))))).toMatchObject({
    code: 'outside-slow',
    message: 'The speech-to-text service did not answer within 0.5 seconds.',
  });
});

it('sends the same sound twice at most, when no answer comes', async () => {
  tools.stubs.fail(PATH, { connection: 'reset' });
  const order = orderOf(audio('12-seconds.mp3'));
  const attempts = [];
  for (let attempt = 0; attempt < 3; attempt++)
    attempts.push(await refusal(openai().transcribe(orderOf(order.facts, order.jobs))));
  expect(attempts.map(({ code }) => code)).toEqual(['upstream-unavailable', 'outside-refused', 'upstream-unavailable']);
  expect(attempts[1]?.message).toMatch(/sent twice and no answer came; the service may charge for both/);
});

it('says that there are no words, and sends the sound again when asked to', async () => {
  const order = orderOf(audio('12-seconds.mp3'));
  const silent = local({ STT_MODEL: 'silence' });
  for (let attempt = 0; attempt < 2; attempt++)
    expect(await refusal(silent.transcribe(orderOf(order.facts, order.jobs)))).toMatchObject({
      code: 'outside-refused',
      message: 'The speech-to-text service found no words in the audio.',
    });
  expect(asked()).toBe(2);
});

it.each([
  ['whisper.cpp', 400, '{"error":"no \'file\' field in the request"}', "no 'file' field in the request."],
  ['FastAPI', 422, '{"detail":[{"loc":["model"],"msg":"Field required","type":"missing"}]}', 'Field required.'],
])('passes on the reason as %s words it', async (_, status, body, reason) => {
  tools.stubs.fail(PATH, { status, body, contentType: 'application/json', times: 1 });
  const { message } = await refusal(local().transcribe(orderOf(audio('12-seconds.mp3'))));
  expect(message).toBe(`The speech-to-text service refused the request (${status}): ${reason}`);
});

it('reads the answers of LocalAI, with times in nanoseconds and words without speakers', async () => {
  const segments = [
    { id: 0, start: 0, end: 2_500_000_000, text: ' Hello there.', tokens: [1] },
    { id: 1, start: 2_600_000_000, end: 12_000_000_000, text: ' General greeting.', tokens: [2] },
  ];
  const body = JSON.stringify({ segments, text: 'Hello there. General greeting.' });
  tools.stubs.fail(PATH, { status: 200, body, contentType: 'application/json', times: 1 });
  const { transcript } = await local({ STT_MAX_SECONDS: '100' }).transcribe(orderOf(audio('12-seconds.mp3')));
  expect((await tools.read(transcript)).segments.map(({ endMs }) => endMs)).toEqual([2500, 12_000]);
});

const ANSWER = JSON.stringify({
  task: 'transcribe',
  duration: 12,
  text: 'Hello.',
  segments: [{ type: 'transcript.text.segment', id: 's', start: 0, end: 2, text: 'Hello.', speaker: 'A' }],
});
