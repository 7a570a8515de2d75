import { createHash } from 'node:crypto';
import { feedUuid } from '@earmark/contracts/kit';

/** Publication of the newest episode of a show with one; every further episode is a day younger or older. */
export const FIRST_AT = 1_762_700_000;
const A_DAY = 86_400;

/** A podcast that all stubs describe, each as its service does. Change `episodes` to publish or withdraw some. */
export interface StubShow {
  /** The word that finds it. */
  readonly name: string;
  readonly author: string;
  /** Path of its feed; null: Apple knows no feed. */
  readonly feedPath: string;
  readonly hasFeedAtApple: boolean;
  readonly taddyUuid: string;
  readonly itunesId: number;
  readonly podcastIndexId: number;
  episodes: number;
  /** The oldest episodes, which offer a transcript. */
  transcribed: number;
}

export interface StubEpisode {
  /** From 1, the oldest. */
  readonly number: number;
  readonly guid: string;
  readonly title: string;
  /** Epoch seconds. */
  readonly publishedAt: number;
  readonly hasTranscript: boolean;
}

/** Newest first. */
export function episodesOf({ name, episodes, transcribed }: StubShow): StubEpisode[] {
  return Array.from({ length: episodes }, (_, index) => {
    const number = episodes - index;

    return {
      number,
      guid: `${name.toLowerCase().replaceAll(' ', '-')}-${String(number).padStart(3, '0')}`,
      title: `Episode ${number}`,
      publishedAt: FIRST_AT + number * A_DAY,
      hasTranscript: number <= transcribed,
    };
  });
}

export const newestAt = (show: StubShow): number => FIRST_AT + show.episodes * A_DAY;

/** A uuid of the service's own, which is not the one that the feed gives. */
export const taddyEpisodeUuid = ({ guid }: StubEpisode): string =>
  createHash('sha1')
    .update(`taddy ${guid}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

export const podcastGuid = (url: string): string => feedUuid(url);

export const matches = ({ name }: StubShow, term: string): boolean =>
  term
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.toLowerCase().includes(word));

/** What the stubs know at first: three that "demo" finds, of which the last has no feed at Apple. */
export function stubShows(episodes: number): StubShow[] {
  const facts = { author: 'Ann Host', hasFeedAtApple: true, transcribed: 1 };

  return [
    {
      ...facts,
      name: 'Demo Show',
      feedPath: '/feeds/demo.xml',
      taddyUuid: 'd682a935-ad2d-46ee-a0ac-139198b83bcc',
      itunesId: 1_234_567,
      podcastIndexId: 75_075,
      episodes,
    },
    {
      ...facts,
      name: 'Demo Kitchen',
      author: 'Bob Cook',
      feedPath: '/feeds/kitchen.xml',
      taddyUuid: 'cb8d858a-3ef4-4645-8942-67e55c0927f2',
      itunesId: 2_345_678,
      podcastIndexId: 75_076,
      episodes: 7,
    },
    {
      ...facts,
      name: 'Demo Without Feed',
      feedPath: '/feeds/without.xml',
      hasFeedAtApple: false,
      taddyUuid: '8c9998d7-7114-4514-ab17-1a0ad05f73fc',
      itunesId: 3_456_789,
      podcastIndexId: 75_077,
      episodes: 2,
    },
  ];
}
