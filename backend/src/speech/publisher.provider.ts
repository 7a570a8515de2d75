import { MAX_BODY_BYTES } from '../config.ts';
import { FetchError } from '../feeds/fetch-error.ts';
import type { Fetcher } from '../feeds/fetcher.ts';
import { byPreference } from '../feeds/transcript-preference.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Parsing } from '../kit/process/parsing.ts';
import { Rejected } from '../kit/rejected.ts';
import { readTranscript } from '../transcripts/read-transcript.ts';
import { passingOf } from './speech-errors.ts';
import type { SpeechOrder, SpeechProvider, Transcribed } from './speech-provider.ts';

/** Takes the transcript that the publisher offers, which costs nothing and is usually checked by people. */
export class PublisherProvider implements SpeechProvider {
  readonly name = 'publisher';
  readonly model = null;
  readonly missing = [];

  constructor(
    private readonly fetcher: Fetcher,
    private readonly store: FileStore,
    private readonly parsing: Parsing,
  ) {}

  async check(): Promise<string> {
    return 'Publishers are asked when an episode is processed.';
  }

  /** The best of those on offer that can be fetched and read. */
  async transcribe({ facts, language, onProgress, signal }: SpeechOrder): Promise<Transcribed> {
    if (facts.transcripts.length === 0)
      throw new Rejected(
        'not-configured',
        'No speech-to-text service is configured and the publisher offers no transcript. Set STT_PROVIDER or OPENAI_API_KEY, or upload a transcript.',
      );
    const failures: (FetchError | Rejected)[] = [];
    const durationMs = facts.durationSeconds === null ? null : facts.durationSeconds * 1000;
    for (const { url, type } of byPreference(facts.transcripts, language))
      try {
        onProgress(`Fetching the publisher's transcript from ${new URL(url).host}`, null);
        const { body, headers } = await this.fetcher.get(url, { maxBytes: MAX_BODY_BYTES, signal });
        await readTranscript(this.parsing, { bytes: body, durationMs });
        const transcript = await this.store.put([body], headers['content-type'] ?? type ?? 'application/octet-stream');

        return {
          provider: 'publisher',
          model: null,
          transcript,
          answers: [transcript],
          audio: null,
          warnings: failures.map(({ message }) => `A transcript of the publisher was left out: ${message}`),
        };
      } catch (error) {
        if (!(error instanceof FetchError) && !(error instanceof Rejected)) throw error;
        failures.push(error);
      }

    throw refusalOf(failures);
  }
}

/** One that may pass decides, since that transcript may still be fetched. */
function refusalOf(failures: readonly (FetchError | Rejected)[]): Rejected {
  const reasons = [...new Set(failures.map(({ message }) => message))].join(' ');
  const passing = failures.map(passingOf).find((one) => one !== null);
  const sentence = `The publisher's transcript could not be used: ${reasons}`;

  if (passing) return new Rejected(passing.code, sentence, passing.extra);
  const isForbidden = failures.some((one) => one instanceof FetchError && one.kind === 'password');

  return new Rejected(isForbidden ? 'publisher-refused' : 'outside-refused', sentence);
}
