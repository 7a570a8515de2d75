import type { OfferedTranscript } from '@earmark/contracts/episodes';

const PREFERENCE = [/vtt/i, /json/i, /srt|subrip/i, /html/i, /plain|text/i];

/** The language of the feed first, then captions before text without times: vtt, json, srt, html, plain. */
export function byPreference(offered: readonly OfferedTranscript[], feedLanguage: string | null): OfferedTranscript[] {
  const isForeign = ({ language }: OfferedTranscript): boolean =>
    feedLanguage !== null && language !== null && language !== feedLanguage;
  const rank = ({ type, url }: OfferedTranscript): number => {
    const found = PREFERENCE.findIndex((one) => one.test(type ?? url));
    return found < 0 ? PREFERENCE.length : found;
  };

  return [...offered].sort((a, b) => Number(isForeign(a)) - Number(isForeign(b)) || rank(a) - rank(b));
}
