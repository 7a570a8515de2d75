import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PASSING_ERRORS } from '@earmark/contracts';
import type { SpeechProvider as SpeechProviderName } from '@earmark/contracts/speech';
import { Book, openSpeech, orderOf, refusal, type SpeechTools } from './speech.fixture.ts';

export interface TestedService {
  readonly name: Exclude<SpeechProviderName, 'publisher'>;
  readonly settings: Readonly<Record<string, string>>;
  /** The setting that holds its key, which its errors name. */
  readonly key: string;
  readonly wrongKey: string;
  /** The request that does, or orders, the work; and those that ask for the result. */
  readonly askPath: string;
  readonly lookPath: string | null;
  /** Whether it can be asked later for what it was ordered to do. */
  readonly remembers: boolean;
  readonly fetchesAudio: boolean;
  readonly segments: number;
  readonly speakers: readonly string[];
}

const SOUND = { bytes: 48_096, sha256: expect.stringMatching(/^[0-9a-f]{64}$/), durationMs: 12_024 };

/** What every service that transcribes must do; its stub misbehaves as it is told. */
export function describeSpeechProvider(service: TestedService): void {
  const { name, settings, key, wrongKey, askPath, lookPath, remembers, fetchesAudio } = service;
  describe(`the service ${name}`, () => {
    let tools: SpeechTools;
    let episode: { audioUrl: string };
    const provider = (more: Record<string, string> = {}) => tools.providers({ ...base(), ...settings, ...more })[name];
    // Its address has no default.
    const base = (): Record<string, string> =>
      name === 'openai-compatible' ? { STT_BASE_URL: `${tools.stubs.url}/v1`, STT_API_KEY: 'sk-local-key' } : {};
    const asked = () => tools.stubs.calls.filter(({ path, method }) => path === askPath && method === 'POST').length;
    beforeAll(async () => {
      tools = await openSpeech();
      episode = { audioUrl: `${tools.stubs.url}/audio/12-seconds.mp3` };
    });
    afterEach(() => {
      for (const path of [askPath, ...(lookPath === null ? [] : [lookPath])]) tools.stubs.fail(path, null);
    });
    afterAll(async () => tools.close());

    it('answers a transcript that the reader knows, and keeps the answer as it came', async () => {
      const order = orderOf(episode);
      const { transcript, answers, provider: by, audio } = await provider().transcribe(order);
      const { segments, speakers, format } = await tools.read(transcript);
      expect({ by, segments: segments.length, speakers, format }).toMatchObject({
        by: name,
        segments: service.segments,
        speakers: service.speakers,
      });
      expect(answers.length).toBeGreaterThan(0);
      for (const answer of answers) expect(await tools.store.has(answer)).toBe(true);
      expect(audio).toEqual(fetchesAudio ? { ...SOUND, url: episode.audioUrl } : null);
      expect(order.said.join('\n')).toMatch(/transcribing/i);
      expect(order.jobs.entries).toEqual([expect.objectContaining({ service: name, answer: answers[0] })]);
    });

    it('is not asked again for what it has answered', async () => {
      const order = orderOf(episode);
      const first = await provider().transcribe(order);
      const before = asked();
      expect(await provider().transcribe(orderOf(episode, order.jobs))).toEqual(first);
      expect(asked()).toBe(before);
    });

    it('says that the key is wrong, without naming it', async () => {
      const { code, message } = await refusal(provider({ [key]: wrongKey }).transcribe(orderOf(episode)));
      expect([code, message]).toEqual(['outside-refused', expect.stringMatching(`rejected the .*Check ${key}\\.$`)]);
      expect(message).not.toContain(wrongKey);
      expect((await refusal(provider({ [key]: wrongKey }).check())).message).toBe(message);
      expect(await provider().check()).toMatch(/^It .*\.$/);
    });

    it('says which setting is missing', () => {
      expect(provider({ [key]: '' }).missing).toEqual(name === 'openai-compatible' ? [] : [key]);
    });

    it.each([
      [429, 'upstream-throttled', /too many requests/],
      [500, 'upstream-unavailable', /temporarily unavailable \(500\)/],
      [503, 'upstream-unavailable', /temporarily unavailable \(503\)/],
    ])('passes on that it answers %i, and when to try again', async (status, code, sentence) => {
      tools.stubs.fail(askPath, { status, headers: { 'retry-after': '17' }, times: 1 });
      const order = orderOf(episode);
      const found = await refusal(provider().transcribe(order));
      expect(found).toMatchObject({ code, message: expect.stringMatching(sentence), extra: { retryAfterSeconds: 17 } });
      expect(PASSING_ERRORS.has(found.code)).toBe(true);
      // The retry of the run, with what its stream knows.
      await provider().transcribe(orderOf(episode, order.jobs));
    });

    it.each([
      ['resets the connection', { connection: 'reset' as const }, 'upstream-unavailable', /failed or broke off/],
      ['breaks off its answer', { connection: 'truncated' as const }, 'upstream-unavailable', /failed or broke off/],
      ['does not answer', { connection: 'silent' as const }, 'outside-slow', /did not answer within 0.5 seconds/],
    ])('may pass when it %s, and the retry succeeds', async (_, fault, code, sentence) => {
      tools.stubs.fail(askPath, { ...fault, times: 1 });
      const order = orderOf(episode);
      const impatient = provider(fault.connection === 'silent' ? { STT_TIMEOUT_MS: '500' } : {});
      expect(await refusal(impatient.transcribe(order))).toMatchObject({
        code,
        message: expect.stringMatching(sentence),
      });
      await provider().transcribe(orderOf(episode, order.jobs));
    });

    it.each([
      [
        'something that is no JSON',
        { status: 200, body: 'Hello', contentType: 'text/plain' },
        /cannot be read as a transcript/,
      ],
      ['a redirect', { status: 302, headers: { location: '/elsewhere' } }, /\(302\)/],
      ['that it is not paid', { status: 402, body: '{"detail":"pay"}' }, /quota is used up or unpaid/],
      [
        'that there is no credit left',
        { status: 429, body: '{"error":{"message":"No credit","code":"credit_balance_exhausted"}}' },
        /quota is used up or unpaid/,
      ],
      [
        'what is wrong',
        { status: 422, body: '{"error":"The file is   corrupt"}', contentType: 'application/json' },
        /\(422\): The file is corrupt\.$/,
      ],
    ])('fails for good when it answers %s', async (_, fault, sentence) => {
      tools.stubs.fail(askPath, fault);
      const found = await refusal(provider().transcribe(orderOf(episode)));
      expect(found).toMatchObject({ code: 'outside-refused', message: expect.stringMatching(sentence) });
      expect(tools.stubs.calls.filter(({ path }) => path === '/elsewhere')).toEqual([]);
    });

    it('cannot be reached when nothing listens there', async () => {
      const nowhere = Object.fromEntries(
        Object.entries({ ...tools.stubs.environment, ...base(), ...settings })
          .filter(([setting]) => /_BASE_URL$/.test(setting))
          .map(([setting, value]) => [setting, value.replace(/:\d+/, ':2')]),
      );
      const found = await refusal(provider(nowhere).transcribe(orderOf(episode)));
      expect(found).toMatchObject({
        code: 'upstream-unavailable',
        message: expect.stringMatching(/cannot be reached/),
      });
    });

    it('stops when the run is cancelled, and leaves what it was asked to a retry', async () => {
      const ending = new AbortController();
      tools.stubs.fail(lookPath ?? askPath, { connection: 'silent', times: 1 });
      const order = orderOf(episode, new Book(), ending.signal);
      const work = provider().transcribe(order);
      const ended = work.catch((error: unknown) => error);
      await order.jobs.begun;
      ending.abort(new Error('cancelled'));
      expect(await ended).toMatchObject({ message: 'cancelled' });
      tools.stubs.fail(lookPath ?? askPath, null);
      const before = asked();
      await provider().transcribe(orderOf(episode, order.jobs));
      expect(asked() - before).toBe(remembers ? 0 : 1);
    });

    if (lookPath !== null)
      it('orders anew at the next retry when the service no longer has the job', async () => {
        const gone = { status: 404, body: '{"error":"not found"}', contentType: 'application/json' };
        tools.stubs.fail(lookPath, gone);
        const order = orderOf(episode);
        const before = asked();
        expect(await refusal(provider().transcribe(order))).toMatchObject({
          code: 'outside-refused',
          message: expect.stringMatching(/no longer has the job .*\. Retry the run to order it again\.$/),
        });
        tools.stubs.fail(lookPath, null);
        await provider().transcribe(orderOf(episode, order.jobs));
        expect(asked() - before).toBe(2);
      });

    it('goes on after a crash: asks for the job by its id, or sends the sound once more at most', async () => {
      const jobs = new Book();
      const first = orderOf(episode, jobs);
      await provider().transcribe(first);
      const [{ key: part, jobId }] = jobs.entries as [(typeof jobs.entries)[0]];
      const crashed = new Book();
      await crashed.ordered(part, name, jobId);
      const before = asked();
      await provider().transcribe(orderOf(episode, crashed));
      expect(asked() - before).toBe(remembers ? 0 : 1);
    });
  });
}
