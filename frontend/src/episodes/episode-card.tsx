import type { EpisodeView, PodcastPage } from '@earmark/contracts/episodes';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { Badge } from '../ui/badge.tsx';
import { CardLink } from '../ui/card-link.tsx';
import { formatDay } from '../kit/date.ts';
import { formatDuration } from '../kit/duration.ts';
import { mentionsOf } from '../mentions/number-words.ts';
import { WhyNumber } from '../mentions/why-number.tsx';

export type ListedEpisode = PodcastPage['episodes'][number];

interface EpisodeCardProps {
  episode: ListedEpisode;
  /** Plain text; empty for none. */
  description: string;
  to: string;
  /** The search text and its number of matches; null without a search. */
  matches: { readonly text: string; readonly count: number } | null;
  /** What administrators can do to it. */
  tools?: ReactNode;
}

/** The card links to the episode, and the match badge to the first match. */
export function EpisodeCard({ episode, description, to, matches, tools }: EpisodeCardProps) {
  const { mentionsCount } = episode;

  return (
    <div className="group hover:bg-hover relative px-4 py-3.5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5 sm:flex-nowrap">
        <h3 className="group-hover:text-accent min-w-0 basis-full text-[15px] leading-5 font-medium text-pretty wrap-anywhere sm:basis-auto">
          <CardLink to={to}>{episode.title}</CardLink>
        </h3>
        <div className="flex flex-wrap items-center gap-1.5 sm:shrink-0">
          {matches !== null && matches.count > 0 && (
            <Link
              to={`${to}?${new URLSearchParams({ search: matches.text })}`}
              className="relative z-1 -m-1 flex rounded p-1 hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
            >
              <Badge tone="accent">
                {matches.count} {matches.count === 1 ? 'match' : 'matches'}
              </Badge>
            </Link>
          )}
          {mentionsCount > 0 && (
            <WhyNumber
              number={{ entity: null, scope: { kind: 'episode', uuid: episode.uuid, title: episode.title } }}
              className="-mx-1 flex px-1"
            >
              <Badge>
                <span className="decoration-line-strong underline decoration-dotted underline-offset-2">
                  {mentionsOf(mentionsCount)}
                </span>
              </Badge>
            </WhyNumber>
          )}
          {episode.hasWhisperTranscript && <Badge>Transcript</Badge>}
          {tools !== undefined && <div className="relative z-1 -my-1.5 -mr-2 flex pointer-coarse:-my-3">{tools}</div>}
        </div>
      </div>
      {description !== '' && (
        <p className="text-ink-soft measure mt-1 line-clamp-2 text-[13px] wrap-anywhere">{description}</p>
      )}
      <Facts episode={episode} />
    </div>
  );
}

function Facts({ episode }: { episode: EpisodeView }) {
  const duration = formatDuration(episode.duration);
  if (episode.publishedAt === null && duration === null) return null;

  return (
    <p className="text-ink-faint mt-1 flex gap-1.5 text-[13px] tabular-nums">
      {episode.publishedAt !== null && <time dateTime={episode.publishedAt}>{formatDay(episode.publishedAt)}</time>}
      {episode.publishedAt !== null && duration !== null && <span aria-hidden="true">·</span>}
      {duration !== null && <span>{duration}</span>}
    </p>
  );
}
