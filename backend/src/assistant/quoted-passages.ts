import { UNKNOWN_SPEAKER } from '@earmark/contracts/transcripts';
import {
  listEpisodeNames,
  listPodcastNames,
  wordsOfSentence,
  type AnswerPassage,
  type Db,
  type Sentence,
} from '@earmark/projections/queries';
import type { Proposed, ProposedCitation } from './assistant-provider.ts';
import { escapeMarkdown } from './markdown.ts';
import { episodeLink } from './passage-link.ts';

const citationOf = (episodeUuid: string, { segments, start, end }: Sentence): ProposedCitation => ({
  episodeUuid,
  segmentIds: segments.map(({ segmentId }) => segmentId),
  marks: [start, end],
});

export const citationsOf = ({ episodeUuid, sentence, reply, also }: AnswerPassage): ProposedCitation[] => [
  citationOf(episodeUuid, sentence),
  ...(reply === null ? [] : [citationOf(episodeUuid, reply)]),
  ...also.map((one) => citationOf(one.episodeUuid, one.sentence)),
];

/** Inner quotation marks are single ones: the outer ones say what is quoted. */
const quote = (sentence: Sentence): string =>
  `“${escapeMarkdown(wordsOfSentence(sentence).replace(/[“„«]/g, '‘').replace(/[”»]/g, '’').replaceAll('"', "'"))}”`;

const said = (sentence: Sentence): string => {
  const { speaker } = sentence.segments[0]!;

  return speaker === UNKNOWN_SPEAKER ? quote(sentence) : `**${escapeMarkdown(speaker)}**: ${quote(sentence)}`;
};

export const quotationOf = ({ sentence, reply }: AnswerPassage): string =>
  reply === null ? said(sentence) : `${said(sentence)} – ${said(reply)}`;

export const statementOf = (passage: AnswerPassage): Proposed => ({
  type: 'statement',
  text: quotationOf(passage),
  citations: citationsOf(passage),
});

export interface EpisodeGroup {
  /** Markdown: the episode, its podcast and the day. */
  readonly heading: string;
  /** Markdown: the episode alone. */
  readonly title: string;
  readonly passages: readonly AnswerPassage[];
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The episode with the best passage first. */
export async function groupedByEpisode(db: Db, passages: readonly AnswerPassage[]): Promise<EpisodeGroup[]> {
  const uuids = [...new Set(passages.map(({ episodeUuid }) => episodeUuid))];
  const episodes = await listEpisodeNames(db, uuids);
  const podcasts = await listPodcastNames(db, [...new Set([...episodes.values()].map(({ seriesUuid }) => seriesUuid))]);

  return uuids.flatMap((uuid): EpisodeGroup[] => {
    const episode = episodes.get(uuid);
    const podcast = episode && podcasts.get(episode.seriesUuid);
    if (podcast === undefined) return [];
    const title = `[${escapeMarkdown(episode!.name)}](${episodeLink(podcast.slug, episode!.slug)})`;
    const day = episode!.publishedAt === null ? [] : [DAY.format(episode!.publishedAt)];

    return [
      {
        heading: [`**${title}**`, escapeMarkdown(podcast.name), ...day].join(' · '),
        title,
        passages: passages.filter(({ episodeUuid }) => episodeUuid === uuid),
      },
    ];
  });
}
