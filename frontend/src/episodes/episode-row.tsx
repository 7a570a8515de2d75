import type { DashboardEpisode } from '@earmark/contracts/episodes';
import { Badge } from '../ui/badge.tsx';
import { CardLink } from '../ui/card-link.tsx';
import { Cover } from '../ui/cover.tsx';
import { formatDistance } from '../kit/date.ts';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { mentionsOf } from '../mentions/number-words.ts';
import { WhyNumber } from '../mentions/why-number.tsx';

/** An episode with its podcast, age and number of mentions. The row links to the episode; the number explains itself. */
export function EpisodeRow({ episode }: { episode: DashboardEpisode }) {
  const { mentionsCount } = episode;

  return (
    <div className="group hover:bg-hover relative grid grid-cols-[44px_minmax(0,1fr)] items-center gap-x-3 gap-y-1 px-4 py-3 sm:grid-cols-[44px_minmax(0,1fr)_auto]">
      <Cover src={episode.podcastImage} name={episode.podcastName} className="size-11 self-start sm:self-auto" />
      <div className="min-w-0 flex-1">
        <p className="group-hover:text-accent line-clamp-2 font-medium lg:line-clamp-1">
          <CardLink to={`/podcasts/${episode.podcastSlug}/${episode.id}`}>{episode.title}</CardLink>
        </p>
        <p className="text-ink-soft flex min-w-0 gap-1.5 text-[13px]">
          <span className="truncate">{episode.podcastName}</span>
          {episode.publishedAt !== null && (
            <>
              <span aria-hidden="true">·</span>
              <time dateTime={episode.publishedAt} className="shrink-0">
                {formatDistance(episode.publishedAt)}
              </time>
            </>
          )}
        </p>
      </div>
      <div className="col-start-2 flex flex-row-reverse items-center justify-end gap-2 sm:col-start-auto sm:flex-row sm:gap-3">
        {episode.hasWhisperTranscript && <Badge>Transcript</Badge>}
        <span className="text-ink-soft text-[13px] sm:w-24 sm:text-right">
          <WhyNumber number={{ entity: null, scope: { kind: 'episode', uuid: episode.id, title: episode.title } }}>
            {mentionsOf(mentionsCount)}
          </WhyNumber>
        </span>
      </div>
    </div>
  );
}

export function EpisodeRowSkeletons({ label }: { label: string }) {
  return (
    <Loading label={label} className="divide-line divide-y">
      {[0, 1, 2, 3].map((index) => (
        <div key={index} className="flex items-center gap-3 px-4 py-3">
          <Skeleton className="size-11" />
          <div className="flex-1">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="mt-2 h-3.5 w-2/5" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
