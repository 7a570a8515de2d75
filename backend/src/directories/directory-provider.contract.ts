import { isUuid } from '@earmark/contracts/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Rejected } from '../kit/rejected.ts';
import type { DirectoryProvider, FoundSeries } from './directory-provider.ts';

export interface TestedProvider {
  provider: DirectoryProvider;
  /** A query that finds a series of seven episodes or more. */
  query: string;
  /** From now on the service answers every request with this status and a page of HTML; null for normal answers. */
  answerWith(status: number | null): void;
  /** A fresh provider, which has sent no request yet. */
  fresh(): DirectoryProvider;
  close(): Promise<void>;
}

/** What every provider of a directory must do. `open` starts a stub of its service. */
export function describeDirectoryProvider(name: string, open: () => Promise<TestedProvider>): void {
  describe(`the directory ${name}`, () => {
    let tested: TestedProvider;
    let found: FoundSeries;
    beforeAll(async () => {
      tested = await open();
      [found] = (await tested.provider.search(tested.query)) as [FoundSeries];
    });
    afterAll(() => tested.close());

    it('finds a series that can be asked for again', async () => {
      expect(isUuid(found.uuid)).toBe(true);
      expect(found).toMatchObject({ provider: tested.provider.name, name: expect.stringMatching(/\S/) });
      expect([found.feedUrl, found.externalId, found.itunesId].some((one) => one !== null)).toBe(true);
      expect(found.categories.every((category) => category.startsWith('PODCASTSERIES_'))).toBe(true);
      expect(await tested.fresh().search(tested.query)).toContainEqual(found);
    });

    it('gives its episodes page by page, each once, newest first', async () => {
      const { series, episodes, total } = await tested.provider.episodes(found, 25, 0);
      expect(series.uuid).toBe(found.uuid);
      expect(total).toBeGreaterThanOrEqual(7);
      expect(new Set(episodes.map(({ uuid }) => uuid)).size).toBe(episodes.length);
      const dates = episodes.map(({ datePublished }) => datePublished ?? 0);
      expect(dates).toEqual(dates.toSorted((one, other) => other - one));

      // Includes offsets that are not a multiple of the limit.
      for (const offset of [0, 3, 4, 5])
        expect(await tested.provider.episodes(found, 3, offset)).toEqual({
          series,
          total,
          episodes: episodes.slice(offset, offset + 3),
        });
      expect(await tested.provider.episodes(found, 3, total)).toMatchObject({ episodes: [], total });
    });

    it('gives an episode the same uuid each time, and what is needed to add it', async () => {
      const { episodes } = await tested.provider.episodes(found, 7, 0);
      const again = await tested.fresh().episodes(found, 7, 0);
      expect(again.episodes).toEqual(episodes);
      for (const episode of episodes) {
        expect(isUuid(episode.uuid)).toBe(true);
        expect(episode.datePublished === null || Number.isInteger(episode.datePublished)).toBe(true);
        expect(episode).toMatchObject({ audioUrl: expect.stringMatching(/^https?:/), guid: expect.any(String) });
        for (const { url } of episode.transcripts) expect(url).toMatch(/^https?:/);
      }
    });

    it.each([403, 429, 500])('reports an error, not an empty result, when its service answers %i', async (status) => {
      tested.answerWith(status);
      try {
        const provider = tested.fresh();
        for (const ask of [() => provider.search(tested.query), () => provider.episodes(found, 10, 0)]) {
          const error: unknown = await ask().catch((thrown: unknown) => thrown);
          expect(error).toBeInstanceOf(Rejected);
          expect(error).toMatchObject({ message: expect.stringMatching(/^[A-Z].*\.$/) });
        }
      } finally {
        tested.answerWith(null);
      }
    });
  });
}
