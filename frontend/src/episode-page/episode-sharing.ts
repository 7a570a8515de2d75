import type { EpisodePage } from '@earmark/contracts/episodes';
import { usePreferences } from '../kit/preferences.ts';
import { formatTimestamp } from '../kit/timestamp.ts';
import { notify } from '../ui/toast.tsx';
import { quoteText } from '../transcripts/quote.ts';
import type { Quote } from '../transcripts/quote.ts';
import { copyText } from './share-copy.ts';
import { shareLink } from './share-link.ts';

interface SharingSources {
  readonly highlighted: string | null;
  readonly nowMs: () => number;
  readonly findQuote: () => Quote | null;
}

export interface EpisodeSharing extends SharingSources {
  /** Formats a time the way this reader prefers. */
  readonly clock: (ms: number) => string;
  /** The quote with its full source. */
  readonly textOf: (quote: Quote) => string;
  readonly copyQuote: () => void;
  readonly copyLink: () => void;
}

/** Copies links to a moment, and quotes. */
export function useEpisodeSharing({ podcast, episode }: EpisodePage, sources: SharingSources): EpisodeSharing {
  const { timeFormat } = usePreferences();
  const { nowMs, findQuote, highlighted } = sources;
  const clock = (ms: number) => formatTimestamp(ms, timeFormat);
  const textOf = (quote: Quote) =>
    quoteText(quote, {
      episode: episode.title,
      podcast: podcast.name,
      time: clock(quote.startMs),
      link: shareLink({ href: location.href, ms: quote.startMs, highlighted: null }),
    });

  return {
    ...sources,
    clock,
    textOf,
    copyQuote: () => {
      const quote = findQuote();
      if (quote === null) return notify('Select some text first, or play the segment you want to quote');
      void copyText(textOf(quote), 'Quote copied');
    },
    copyLink: () => {
      const ms = nowMs();
      const link = shareLink({ href: location.href, ms, highlighted });
      void copyText(link, ms >= 1000 ? `Link copied, starts at ${clock(ms)}` : 'Link copied');
    },
  };
}
