const MOST_SECONDS = 10_000;

/** Of an episode's page at a time: seconds up to 10,000, milliseconds beyond. */
export function passageLink(
  podcastSlug: string,
  episodeSlug: string,
  startMs: number,
  asOf: string | null = null,
): string {
  const seconds = Math.floor(startMs / 1000);
  const query = new URLSearchParams({
    t: String(seconds <= MOST_SECONDS ? seconds : startMs),
    ...(asOf !== null && { asOf }),
  });

  return `${episodeLink(podcastSlug, episodeSlug)}?${query.toString()}`;
}

export const episodeLink = (podcastSlug: string, episodeSlug: string): string =>
  `/podcasts/${encodeURIComponent(podcastSlug)}/${encodeURIComponent(episodeSlug)}`;
