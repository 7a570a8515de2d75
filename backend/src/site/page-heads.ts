import { formatClock, parseMoment } from '@earmark/contracts/kit';
import {
  countEntity,
  findEntity,
  findEpisode,
  findPodcast,
  findWordsAt,
  listSegmentTexts,
  plainText,
  type Db,
} from '@earmark/projections/queries';
import { pathOf, type PageHead } from './page-head.ts';

/** Pages without a parameter. A spec compares them with the routes of the front end. */
export const PLAIN_PAGES: ReadonlySet<string> = new Set([
  '/',
  '/search',
  '/advanced-search',
  '/entities',
  '/episodes',
  '/preferences',
  '/help',
  '/sign-in',
  '/password',
  '/admin/entities',
  '/admin/recounts',
  '/admin/changes',
  '/admin/projections',
  '/admin/series',
  '/admin/entity-discovery',
  '/admin/transcript-search',
  '/admin/episodes',
  '/admin/integrations',
]);

/** More than the largest screen shows. */
const FIRST_SEGMENTS = 30;

const SITE: PageHead = {
  title: null,
  description:
    'Read podcasts with every mention of a person, company, book or place marked, and play the second you read.',
  imageUrl: null,
  type: 'website',
  path: '/',
  data: { '@type': 'WebSite', name: 'Earmark' },
  firstWords: null,
};
const DASHBOARD: PageHead = {
  ...SITE,
  firstWords: { above: null, title: 'Dashboard', paragraphs: [] },
};
/** For a page that cannot be looked up now. */
export const siteHead = (path: string): PageHead => ({ ...SITE, path, data: null });

export const assistantHead = (path: string): PageHead => ({
  ...SITE,
  title: 'Ask Earmark',
  description: 'Answers to questions about what was said in podcasts. Every statement cites its passage, and plays it.',
  path,
  data: null,
});

/** The head of the page at a path; null: there is no such page. */
export async function findPageHead(db: Db, path: string, query: URLSearchParams): Promise<PageHead | null> {
  const plain = path === '/' ? path : path.replace(/\/+$/, '');
  if (PLAIN_PAGES.has(plain)) return plain === '/' ? DASHBOARD : { ...SITE, path: plain, data: null };
  const [kind, first, second, ...rest] = plain.slice(1).split('/').map(decoded);
  if (first === undefined || first === null || second === null || rest.length > 0) return null;
  switch (kind) {
    case 'podcast':
    case 'podcasts':
      return second === undefined ? podcastHead(db, first) : episodeHead(db, first, second, query);
    case 'entities':
      return second === undefined ? entityHead(db, first) : null;
    default:
      return null;
  }
}

async function podcastHead(db: Db, called: string): Promise<PageHead | null> {
  const podcast = await findPodcast(db, called);
  if (!podcast) return null;
  const { name, host, description, imageUrl, slug } = podcast;
  const text = textOf(description) || `Transcripts of ${name} with every mention marked.`;

  return {
    title: name,
    description: text,
    imageUrl,
    type: 'website',
    path: pathOf('podcasts', slug),
    data: {
      '@type': 'PodcastSeries',
      name,
      description: text,
      ...(imageUrl === null ? {} : { image: imageUrl }),
      ...(host === null ? {} : { author: { '@type': 'Person', name: host } }),
    },
    firstWords: { above: host, title: name, paragraphs: [] },
  };
}

async function episodeHead(
  db: Db,
  podcastCalled: string,
  called: string,
  query: URLSearchParams,
): Promise<PageHead | null> {
  const podcast = await findPodcast(db, podcastCalled);
  const found = podcast && (await findEpisode(db, podcast.uuid, called));
  if (!found) return null;
  const { episode, versionId } = found;
  const ms = parseMoment(query.get('t'));
  const words = ms === null ? null : await findWordsAt(db, versionId, ms);
  const about = textOf(episode.description) || `An episode of ${podcast.name}.`;
  const imageUrl = episode.imageUrl ?? podcast.imageUrl;
  const path = pathOf('podcasts', podcast.slug, episode.slug);
  const series = { '@type': 'PodcastSeries', name: podcast.name };

  return {
    title: `${episode.title} · ${podcast.name}`,
    description: words === null || ms === null ? about : `${formatClock(ms)} “${words}”`,
    imageUrl,
    type: 'article',
    path,
    data: {
      '@type': 'PodcastEpisode',
      name: episode.title,
      description: about,
      partOfSeries: series,
      ...(episode.publishedAt === null ? {} : { datePublished: episode.publishedAt.slice(0, 10) }),
      ...(episode.duration === null ? {} : { timeRequired: `PT${episode.duration}S` }),
      ...(imageUrl === null ? {} : { image: imageUrl }),
      ...(episode.audioUrl === null
        ? {}
        : { associatedMedia: { '@type': 'MediaObject', contentUrl: episode.audioUrl } }),
    },
    firstWords: {
      above: podcast.name,
      title: episode.title,
      // Other addresses lead to another place, or another time.
      paragraphs: [...query.keys()].every((key) => key === 't')
        ? await listSegmentTexts(db, versionId, ms ?? 0, FIRST_SEGMENTS)
        : [],
    },
  };
}

async function entityHead(db: Db, called: string): Promise<PageHead | null> {
  const entity = await findEntity(db, called);
  if (!entity) return null;
  const { mentions, episodes } = await countEntity(db, entity.id);

  return {
    title: entity.name,
    description: `${counted(mentions, 'mention')} of ${entity.name} in ${counted(episodes, 'episode')}, each with its passage to read and to play.`,
    imageUrl: null,
    type: 'profile',
    path: pathOf('entities', entity.slug),
    data: null,
    firstWords: { above: null, title: entity.name, paragraphs: [] },
  };
}

/** Without the gaps that `plainText` leaves where markup within a sentence was. */
const textOf = (html: string | null): string =>
  plainText((html ?? '').replace(/<\/?(?:a|b|strong|em|i)(?:\s[^<>]*)?>/gi, ''));

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** Null: no such text. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
