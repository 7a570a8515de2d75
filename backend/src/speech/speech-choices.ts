import type { EpisodeFacts } from '@earmark/contracts/episodes';
import type { SpeechProvider as SpeechProviderName } from '@earmark/contracts/speech';
import type { Config } from '../config.ts';
import { Rejected } from '../kit/rejected.ts';
import { speechProviderOf } from '../speech-settings.ts';
import type { ReplicateProvider } from './replicate.provider.ts';
import type { SpeechProvider } from './speech-provider.ts';

export type SpeechProviders = Readonly<Record<SpeechProviderName, SpeechProvider>> & {
  readonly replicate: ReplicateProvider;
};

/** Which provider transcribes an episode. */
export class SpeechChoices {
  constructor(
    private readonly config: Pick<Config, 'STT_PROVIDER' | 'OPENAI_API_KEY'>,
    readonly providers: SpeechProviders,
  ) {}

  /** The one for episodes without a transcript of their publisher. */
  get byDefault(): SpeechProviderName {
    return speechProviderOf(this.config);
  }

  /** With `auto`, the transcript of the publisher where one is offered. Throws Rejected `not-configured`. */
  of({ transcripts }: EpisodeFacts): SpeechProvider {
    const isOffered = this.config.STT_PROVIDER === 'auto' && transcripts.length > 0;
    const provider = this.providers[isOffered ? 'publisher' : this.byDefault];
    const { missing } = provider;
    if (missing.length > 0)
      throw new Rejected('not-configured', `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set.`);

    return provider;
  }
}
