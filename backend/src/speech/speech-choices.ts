import type { EpisodeFacts } from '@earmark/contracts/episodes';
import type { SpeechProvider as SpeechProviderName } from '@earmark/contracts/speech';
import type { SpeechProvider } from './speech-provider.ts';

/** Which provider transcribes an episode. */
export class SpeechChoices {
  constructor(
    private readonly providers: Readonly<Record<'publisher', SpeechProvider>> &
      Partial<Record<SpeechProviderName, SpeechProvider>>,
  ) {}

  of(_facts: EpisodeFacts): SpeechProvider {
    return this.providers.publisher;
  }
}
