import { readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { parseTranscript, TranscriptFormatUnknown } from '@earmark/backend/transcripts/formats/parse-transcript';
import { readFeed, type FeedEpisode, type FeedSeries } from '@earmark/backend/feeds/read-feed';
import { filesBelow, SHARED_DATA } from '../suites/corpus.ts';

type Parsed = ReturnType<typeof parseTranscript>;

/** A transcript whose speakers are known, with what a feed says about its episode. */
export interface LabelledTranscript {
  readonly file: string;
  readonly parsed: Parsed;
  readonly series: Pick<FeedSeries['facts'], 'name' | 'host' | 'author'>;
  readonly episode: Pick<FeedEpisode['facts'], 'title' | 'description'>;
}

export interface Show {
  readonly name: string;
  /** Where the facts come from. */
  readonly facts: string;
  /** In the order in which they were published, as far as their names tell. */
  readonly files: readonly string[];
  readonly read: (file: string) => Promise<LabelledTranscript | null>;
}

/** Folders of the Changelog archive whose feeds are among the shared data. */
const FEEDS: Readonly<Record<string, string>> = {
  practicalai: 'practical-ai.xml',
  shipit: 'ship-it.xml',
  news: 'changelog-news.xml',
};

async function parsed(file: string): Promise<Parsed | null> {
  try {
    return parseTranscript(await readFile(file), { durationMs: null });
  } catch (error) {
    if (error instanceof TranscriptFormatUnknown) return null;
    throw error;
  }
}

const numbersFirst = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

/** The Changelog shows, some with their feeds, one with titles only by its files. */
export async function changelogShows(folder: string): Promise<Show[]> {
  const files = await filesBelow(folder);
  const names = [...new Set(files.map((file) => relative(folder, file).split('/').at(-2) ?? ''))];

  return Promise.all(
    names.map(async (name): Promise<Show> => {
      const own = files.filter((file) => file.split('/').at(-2) === name).sort(numbersFirst);
      const feed = FEEDS[name];
      const known = feed === undefined ? null : await episodesByNumber(join(SHARED_DATA, 'feeds/changelog', feed));
      return {
        name: `Changelog: ${name}`,
        facts: feed === undefined ? 'no feed' : 'its feed',
        files: own,
        read: async (file) => {
          const transcript = await parsed(file);
          const number = /(\d+)\.md$/.exec(file)?.[1] ?? '';
          const episode = known?.episodes.get(number);
          if (transcript === null) return null;
          return {
            file,
            parsed: transcript,
            series: known?.series ?? { name, host: null, author: null },
            episode: episode?.facts ?? { title: basename(file), description: null },
          };
        },
      };
    }),
  );
}

async function episodesByNumber(path: string) {
  const bytes = await readFile(path);
  const feed = readFeed(bytes, { url: 'https://example.org/feed' });
  const byGuid = new Map(feed.episodes.map((episode) => [episode.guid, episode]));
  const episodes = new Map<string, FeedEpisode>();
  for (const item of bytes.toString('utf8').split('<item>').slice(1)) {
    const guid = /<guid[^>]*>([^<]+)</.exec(item)?.[1]?.trim();
    const number = /<itunes:episode>(\d+)<|changelog\.com\/\w+\/(\d+)\/transcript"/.exec(item)?.slice(1).find(Boolean);
    const episode = byGuid.get(guid ?? '');
    if (number !== undefined && episode) episodes.set(number, episode);
  }

  return { series: feed.series.facts, episodes };
}

/** Files of one folder a show; facts are what the files say in their front matter. */
export async function frontMatterShows(folder: string, nameOf: (file: string) => string): Promise<Show[]> {
  const files = await filesBelow(folder);
  const names = [...new Set(files.map(nameOf))].sort();

  return names.map((name) => ({
    name,
    facts: 'titles and descriptions in the files',
    files: files.filter((file) => nameOf(file) === name).sort(numbersFirst),
    read: async (file) => {
      const transcript = await parsed(file);
      if (transcript === null) return null;
      const description = /^description: '?((?:.|\n {2})*)/m.exec((await readFile(file, 'utf8')).slice(0, 5000))?.[1];
      return {
        file,
        parsed: transcript,
        series: { name, host: null, author: null },
        episode: { title: transcript.title ?? basename(file), description: description ?? null },
      };
    },
  }));
}
