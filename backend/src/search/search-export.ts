import { UNKNOWN_SPEAKER } from '@earmark/contracts/transcripts';
import { formatClock } from '@earmark/contracts/kit';
import type { FoundPassage } from '@earmark/projections/queries';
import { stampWords, type ExportStamp } from '../export/export-stamp.ts';
import { csvLine } from '../kit/csv.ts';

export const SEARCH_FORMS = ['csv', 'jsonl', 'rss'] as const;
export type SearchForm = (typeof SEARCH_FORMS)[number];

type Criteria = Readonly<Record<string, string | number>>;
type Pages = AsyncIterable<readonly FoundPassage[]>;

/** What an export is about. */
export interface SearchExport {
  readonly stamp: ExportStamp | null;
  readonly criteria: Criteria;
  readonly passages: () => Pages;
}

const COLUMNS = [
  ...['podcast', 'episode', 'publishedAt', 'time', 'startMs', 'endMs', 'speaker', 'text', 'found', 'entity', 'type'],
  ...['podcastUuid', 'episodeUuid', 'segmentId', 'entityId', 'asOfPosition', 'asOfEventId', 'asOfAt'],
];

export async function* csvOf({ stamp, passages }: SearchExport): AsyncGenerator<string> {
  const stamped = [stamp?.position ?? null, stamp?.eventId ?? null, stamp?.at ?? null];
  yield csvLine(COLUMNS);
  for await (const page of passages())
    yield page
      .map((passage) => {
        const { found, marks: _marks, ...row } = rowOf(passage);

        return csvLine([
          ...COLUMNS.slice(0, -stamped.length).map((name) =>
            name === 'found' ? found.join(' | ') : (row[name as keyof typeof row] ?? null),
          ),
          ...stamped,
        ]);
      })
      .join('');
}

export async function* jsonLinesOf({ stamp, criteria, passages }: SearchExport): AsyncGenerator<string> {
  yield `${JSON.stringify({ export: 'search', asOf: stamp, ...criteria })}\n`;
  for await (const page of passages()) yield page.map((passage) => `${JSON.stringify(rowOf(passage))}\n`).join('');
}

function rowOf({
  podcast,
  episode,
  entity,
  publishedAt,
  speaker,
  text,
  marks,
  startMs,
  endMs,
  segmentId,
}: FoundPassage) {
  return {
    podcast: podcast.name,
    episode: episode.name,
    publishedAt: publishedAt?.toISOString() ?? null,
    time: formatClock(startMs),
    startMs,
    endMs,
    speaker: speaker === UNKNOWN_SPEAKER ? null : speaker,
    text,
    found: marks.flatMap((start, at) => (at % 2 === 0 ? [text.slice(start, marks[at + 1])] : [])),
    marks,
    entity: entity?.name ?? null,
    type: entity?.type ?? null,
    podcastUuid: podcast.uuid,
    episodeUuid: episode.uuid,
    segmentId,
    entityId: entity?.id ?? null,
  };
}

/** A feed holds the newest passages only. */
const MOST_ITEMS = 50;

/** `origin`: of the site, as in https://example.org. `self`: the path of the feed. */
export async function rssOf(
  { stamp, criteria, passages }: SearchExport,
  { origin, self }: { origin: string; self: string },
): Promise<string> {
  const items: string[] = [];
  for await (const page of passages()) {
    items.push(...page.slice(0, MOST_ITEMS - items.length).map((passage) => itemOf(passage, origin)));
    if (items.length === MOST_ITEMS) break;
  }
  const asked = Object.entries(criteria)
    .filter(([name, value]) => value !== '' && name !== 'sortBy' && !(name === 'minMentions' && value === 1))
    .map(([name, value]) => (name === 'words' ? String(value) : `${name}: ${value}`));
  const title = escaped(`Earmark: ${asked.length === 0 ? 'all mentions' : asked.join(', ')}`);

  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<!-- ${stampWords(stamp)} -->`,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${title}</title>`,
    `<link>${escaped(`${origin}/advanced-search`)}</link>`,
    `<atom:link href="${escaped(origin + self)}" rel="self" type="application/rss+xml"/>`,
    '<description>The newest passages of a search in transcripts of podcasts.</description>',
    ...(stamp?.at === undefined || stamp.at === null
      ? []
      : [`<lastBuildDate>${new Date(stamp.at).toUTCString()}</lastBuildDate>`]),
    ...items,
    '</channel></rss>\n',
  ].join('\n');
}

function itemOf(
  { podcast, episode, publishedAt, speaker, text, startMs, segmentId, entity }: FoundPassage,
  origin: string,
): string {
  const page = `${origin}/podcasts/${encodeURIComponent(podcast.slug)}/${encodeURIComponent(episode.slug)}`;
  // Seconds up to 10,000, milliseconds beyond.
  const t = startMs > 10_000 ? startMs : startMs / 1000;
  const title = `${podcast.name}: ${episode.name} (${formatClock(startMs)})`;

  return [
    '<item>',
    `<title>${escaped(title)}</title>`,
    `<link>${escaped(`${page}?t=${t}${entity ? `&entity=${encodeURIComponent(entity.name)}` : ''}`)}</link>`,
    `<guid isPermaLink="false">${segmentId}${entity ? `-${entity.id}` : ''}</guid>`,
    ...(publishedAt ? [`<pubDate>${publishedAt.toUTCString()}</pubDate>`] : []),
    `<description>${escaped(`${speaker}: ${text}`)}</description>`,
    '</item>',
  ].join('');
}

const CHARACTERS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Without the characters that XML does not allow. */
const escaped = (text: string): string =>
  text
    // The control characters are what it removes.
    // oxlint-disable-next-line no-control-regex
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Cs}]/gu, '')
    .replace(/[&<>"]/g, (character) => CHARACTERS[character]!);
