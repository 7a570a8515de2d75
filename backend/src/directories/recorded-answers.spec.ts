import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { APPLE_CATEGORIES, appleGenres, categoryValue } from '../feeds/apple-categories.ts';
import { readSelection, type Selection } from '../testing/stubs/graphql-selection.ts';
import { ItunesAnswer, ItunesShow, seriesOfItunes } from './itunes-answers.ts';
import { languageCode } from './language-code.ts';
import { parsedJson } from './parsed-json.ts';
import {
  episodeOfPodcastIndex,
  PodcastIndexFeed,
  PodcastIndexItem,
  PodcastIndexItems,
  PodcastIndexPodcast,
  PodcastIndexSearch,
  seriesOfPodcastIndex,
} from './podcastindex-answers.ts';
import {
  episodeOfTaddy,
  seriesOfTaddy,
  TADDY_EPISODE_FIELDS,
  TADDY_SERIES_FIELDS,
  TaddyEpisode,
  TaddySeries,
} from './taddy-answers.ts';

// The folder is not part of this repository; without it there is nothing to read.
const DATA = `${__dirname}/../../../../shared/data/directory-apis/`;
const describeShared = existsSync(DATA) ? describe : describe.skip;

const bytesOf = (file: string): Buffer => readFileSync(DATA + file);
const Records = z.array(z.record(z.string(), z.unknown()));

/** The records at a path in a file. */
function recordsOf(file: string, ...path: readonly string[]): z.infer<typeof Records> {
  const found = path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    parsedJson(bytesOf(file)),
  );

  return Records.parse(Array.isArray(found) ? found : [found]);
}

/** Fields that nothing here is made of. */
const IGNORED_OF_APPLE = [
  'artistId collectionCensoredName trackCensoredName artistViewUrl trackViewUrl artworkUrl30 artworkUrl60',
  'collectionPrice trackPrice collectionHdPrice collectionExplicitness trackTimeMillis country currency',
  'primaryGenreName contentAdvisoryRating genreIds trackHdPrice trackHdRentalPrice trackRentalPrice',
];
const IGNORED_OF_FEED = [
  'originalUrl lastUpdateTime lastCrawlTime lastParseTime lastGoodHttpStatusTime lastHttpStatus contentType generator',
  'type medium dead crawlErrors parseErrors categories locked imageUrlHash itunesType chash value funding',
];
const IGNORED_OF_ITEM = [
  'link datePublishedPretty dateCrawled enclosureType enclosureLength explicit episode episodeType season feedItunesId',
  'feedUrl feedImage feedId podcastGuid feedLanguage feedDead feedDuplicateOf chaptersUrl soundbite soundbites',
  'socialInteract value imageUrlHash feedImageUrlHash feedTitle',
];
const IGNORED_OF_TADDY = [
  'hash subtitle fileLength fileType episodeType seasonNumber episodeNumber websiteUrl isExplicitContent isRemoved',
  'podcastSeries',
];

describeShared('answers of directories, as they were recorded or documented', () => {
  it.each<[string, string[], z.ZodObject, string[]]>([
    ['itunes/search_10.txt', ['results'], ItunesShow, IGNORED_OF_APPLE],
    ['podcast-index/answers/search.json', ['results'], ItunesShow, IGNORED_OF_APPLE],
    ['podcast-index/answers/search_byterm.json', ['feeds'], PodcastIndexFeed, IGNORED_OF_FEED],
    ['podcast-index/answers/podcasts_byfeedid.json', ['feed'], PodcastIndexFeed, IGNORED_OF_FEED],
    ['podcast-index/answers/podcasts_byguid.json', ['feed'], PodcastIndexFeed, IGNORED_OF_FEED],
    ['podcast-index/answers/episodes_byfeedid.json', ['items'], PodcastIndexItem, IGNORED_OF_ITEM],
    ['podcast-index/answers/episodes_byid.json', ['episode'], PodcastIndexItem, IGNORED_OF_ITEM],
    ['taddy/answers/getPodcastSeries-1.json', ['data', 'getPodcastSeries'], TaddySeries, []],
    ['taddy/answers/getPodcastSeries-2.json', ['data', 'getPodcastSeries'], TaddySeries, ['episodes']],
    ['taddy/answers/getMultiplePodcastSeries-1.json', ['data', 'getMultiplePodcastSeries'], TaddySeries, []],
    ['taddy/answers/getPodcastEpisode-1.json', ['data', 'getPodcastEpisode'], TaddyEpisode, IGNORED_OF_TADDY],
    [
      'taddy/answers/getMultiplePodcastEpisodes-1.json',
      ['data', 'getMultiplePodcastEpisodes'],
      TaddyEpisode,
      IGNORED_OF_TADDY,
    ],
  ])('%s is read without a loss', (file, path, Schema, ignored) => {
    const records = recordsOf(file, ...path);
    expect(records.length).toBeGreaterThan(0);
    const known = new Set(ignored.flatMap((line) => line.split(' ')));
    for (const record of records) {
      const parsed = Schema.parse(record);
      expect(record).toMatchObject(parsed);
      expect(Object.keys(record).filter((name) => !(name in Schema.shape) && !known.has(name))).toEqual([]);
    }
  });

  it('gives every show of Apple', () => {
    const { results } = ItunesAnswer.parse(parsedJson(bytesOf('itunes/search_10.txt')));
    const found = results.flatMap((show) => seriesOfItunes(show) ?? []);
    expect(found).toHaveLength(10);
    expect(found[7]!.categories).toEqual(['PODCASTSERIES_SOCIETY_AND_CULTURE_DOCUMENTARY', 'PODCASTSERIES_TRUE_CRIME']);
    expect(found[0]).toMatchObject({
      provider: 'itunes',
      name: 'Chapo',
      author: 'VICE',
      itunesId: 1440215666,
      feedUrl: 'https://feeds.acast.com/public/shows/7540dfb3-3c5f-43ae-91d3-aad22b2ede46',
      episodeCount: 17,
      explicit: false,
      categories: ['PODCASTSERIES_NEWS'],
      newestAt: Date.parse('2023-01-25T05:01:00Z') / 1000,
    });
    expect(ItunesAnswer.parse(parsedJson(bytesOf('itunes/search_empty.txt'))).results).toEqual([]);
  });

  it('gives the podcast and the episode of Podcast Index', () => {
    const { feeds } = PodcastIndexSearch.parse(parsedJson(bytesOf('podcast-index/answers/search_byterm.json')));
    const { feed } = PodcastIndexPodcast.parse(parsedJson(bytesOf('podcast-index/answers/podcasts_byguid.json')));
    const { items } = PodcastIndexItems.parse(parsedJson(bytesOf('podcast-index/answers/episodes_byfeedid.json')));
    const series = seriesOfPodcastIndex(feeds[0]!);
    expect(feed).toMatchObject({ podcastGuid: series.uuid });
    expect(series).toMatchObject({
      uuid: '9b024349-ccf0-5f69-a609-6b82873eab3c',
      name: 'Batman University',
      author: 'Tony Sindelar',
      itunesId: 1441923632,
      language: 'en',
      episodeCount: 19,
      newestAt: 1546399813,
    });
    expect(episodeOfPodcastIndex(items[0]!, series.uuid)).toMatchObject({
      guid: 'incomparable/batman/19',
      datePublished: 1546399813,
      durationSeconds: 54,
      audioUrl: 'https://www.theincomparable.com/podcast/batmanuniversity302.mp3',
      persons: [{ name: 'Dave Jones', role: 'host' }],
      transcripts: [
        { url: 'https://mp3s.nashownotes.com/NA-1385-Captions.srt', type: 'application/srt' },
        { url: 'https://mp3s.nashownotes.com/NA-1322-Captions.srt', type: null },
      ],
    });
  });

  it('gives the podcast and the episode of Taddy', () => {
    const [series] = recordsOf('taddy/answers/getPodcastSeries-1.json', 'data', 'getPodcastSeries');
    const [episode] = recordsOf('taddy/answers/getPodcastEpisode-1.json', 'data', 'getPodcastEpisode');
    expect(seriesOfTaddy(TaddySeries.parse(series))).toMatchObject({
      uuid: 'd682a935-ad2d-46ee-a0ac-139198b83bcc',
      name: 'This American Life',
      author: 'This American Life',
      itunesId: 201671138,
      episodeCount: 11,
    });
    expect(episodeOfTaddy(TaddyEpisode.parse(episode))).toMatchObject({
      name: 'Case #2 Britney',
      guid: 'http://www.wnyc.org/story/case-2-britney/',
      datePublished: 1432958400,
      durationSeconds: 2964,
    });
  });

  it('has in the schema of Taddy every field that is asked for, and a code for every language', () => {
    const schema = bytesOf('taddy/schema.graphql').toString('utf8');
    const typeOf = (name: string) => new RegExp(`^(?:type|enum) ${name} \\{(.*?)^\\}`, 'ms').exec(schema)?.[1] ?? '';
    const expectFields = (asked: Selection, type: string) => {
      for (const [field, inner] of asked) {
        const found = new RegExp(`^  ${field}(?:\\(.*?\\))?: \\[?(\\w+)`, 'ms').exec(typeOf(type));
        expect({ type, field, found: found?.[1] }).toMatchObject({ found: expect.any(String) });
        if (inner) expectFields(inner, found![1]!);
      }
    };
    expectFields(readSelection(`{ ${TADDY_SERIES_FIELDS} }`), 'PodcastSeries');
    expectFields(readSelection(`{ ${TADDY_EPISODE_FIELDS} }`), 'PodcastEpisode');
    const languages = typeOf('Language').match(/^\s+[A-Z_]+$/gm) ?? [];
    expect(languages).toHaveLength(184);
    expect(languages.filter((name) => languageCode(name.trim()) === null)).toEqual([]);
  });

  it('names every category of Apple as Taddy does', () => {
    const genres = z.array(z.string()).parse(parsedJson(bytesOf('taddy/genres.json')));
    for (const [parent, children] of Object.entries(APPLE_CATEGORIES)) {
      expect(genres).toContain(categoryValue(parent, null));
      for (const child of children) expect(genres).toContain(appleGenres([child, 'Podcasts', parent])[0]);
    }
  });
});
