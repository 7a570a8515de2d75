import { randomUUID } from 'node:crypto';
import { seriesFacts } from '@earmark/contracts/series';
import type { EventLog } from '@earmark/projections/event-log';
import { event } from '@earmark/projections/testing';
import { madeUpWords, seededRandom } from './synthetic-corpus.ts';

const WRITERS = 16;
const LANGUAGES = ['en', 'en', 'en', 'de', 'es', 'fr'];
const CATEGORIES = ['TECHNOLOGY', 'NEWS_TECH_NEWS', 'COMEDY', 'SOCIETY_AND_CULTURE_PERSONAL_JOURNALS', 'HISTORY'];

/** Records `count` series with names, hosts and descriptions of synthetic words. Returns the words, most frequent first. */
export async function recordSeries(log: EventLog, count: number): Promise<readonly string[]> {
  const random = seededRandom(2);
  const { words, word } = madeUpWords(random);
  const some = (least: number, most: number) =>
    Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, word)
      .map(capitalised)
      .join(' ');
  const one = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
  let recorded = 0;
  const write = async () => {
    while (recorded++ < count) {
      const seriesUuid = randomUUID();
      const name = some(1, 5);
      const facts = seriesFacts(name, {
        host: random() < 0.8 ? some(2, 2) : null,
        description: `<p>${some(10, 70)}.</p>`,
        language: one(LANGUAGES),
        categories: [`PODCASTSERIES_${one(CATEGORIES)}`],
      });
      const added = { seriesUuid, slugBase: name.replaceAll(' ', ''), feedUrl: null, itunesId: null, facts };
      await log.append(`series-${seriesUuid}`, [event('SeriesAdded', added)], 'no-stream');
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));

  return words;
}

const capitalised = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
