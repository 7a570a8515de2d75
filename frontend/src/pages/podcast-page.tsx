import type { PodcastPage as PodcastPageView } from '@earmark/contracts/episodes';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from '../kit/router/routing.tsx';
import { useMayEdit } from '../episode-page/edit-toggle.tsx';
import { EpisodeTools } from '../episode-page/episode-tools.tsx';
import { podcastPage } from '../episodes/episodes.api.ts';
import { EpisodeCards } from '../episodes/episode-cards.tsx';
import { useAddressText } from '../kit/address-text.ts';
import { isMissing } from '../kit/api.ts';
import { Button } from '../ui/button.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { mentionsOf } from '../mentions/number-words.ts';
import { WhyNumber } from '../mentions/why-number.tsx';
import { ProcessPodcastButton } from '../pipeline/process-button.tsx';
import { PodcastHeader } from '../series/podcast-header.tsx';
import { HistoryButton } from '../history/history-button.tsx';
import { AskLink } from '../ui/ask-link.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { MissingPageLinks } from '../series/missing-page-links.tsx';

export function PodcastRoute() {
  const { podcastName = '' } = useParams();

  return <PodcastPage podcastName={podcastName} />;
}

/** The page of a podcast. `podcastName` is a slug or uuid. */
export function PodcastPage({ podcastName }: { podcastName: string }) {
  // Each podcast starts with its own search field.
  return <Podcast key={podcastName} podcastName={podcastName} />;
}

function Podcast({ podcastName }: { podcastName: string }) {
  const query = useQuery(podcastPage(podcastName));

  return (
    <Fetched
      query={query}
      pending={<PodcastSkeleton />}
      failed={
        <PageFrame title="Podcast">
          <NoEpisodes
            level={1}
            reason={query.error?.message}
            action={
              isMissing(query.error) ? (
                <MissingPageLinks />
              ) : (
                <Button onClick={() => void query.refetch()}>Try again</Button>
              )
            }
          />
        </PageFrame>
      }
    >
      {(page) => <Shown page={page} />}
    </Fetched>
  );
}

function Shown({ page }: { page: PodcastPageView }) {
  const { podcast, episodes } = page;
  const [text, setText] = useAddressText('q');
  const mayEdit = useMayEdit();

  return (
    <PageFrame title={podcast.name} className="flex flex-col gap-8">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 grow basis-80">
          <PodcastHeader podcast={podcast} mentions={<Mentions page={page} />} />
        </div>
        <div className="flex flex-wrap gap-2">
          {mayEdit && episodes.some(({ hasWhisperTranscript }) => !hasWhisperTranscript) && (
            <ProcessPodcastButton podcast={podcast} />
          )}
          {episodes.some(({ hasWhisperTranscript }) => hasWhisperTranscript) && (
            <AskLink params={{ podcastId: podcast.uuid }} />
          )}
          <HistoryButton subject={{ kind: 'podcast', uuid: podcast.uuid }} name={podcast.name} />
        </div>
      </div>
      {episodes.length === 0 ? (
        <NoEpisodes level={2} />
      ) : (
        <EpisodeCards
          podcastSlug={podcast.slug}
          episodes={episodes}
          text={text}
          onSearch={setText}
          {...(mayEdit && { tools: (episode) => <EpisodeTools episode={episode} isSmall /> })}
        />
      )}
    </PageFrame>
  );
}

/** The mentions of all its episodes together. */
function Mentions({ page: { podcast, episodes } }: { page: PodcastPageView }) {
  const mentions = episodes.reduce((sum, { mentionsCount }) => sum + mentionsCount, 0);

  return (
    <WhyNumber number={{ entity: null, scope: { kind: 'podcast', uuid: podcast.uuid, name: podcast.name } }}>
      {mentionsOf(mentions)}
    </WhyNumber>
  );
}

interface NoEpisodesProps {
  level: 1 | 2;
  /** The error, if that is why there are none. */
  reason?: string | undefined;
  action?: ReactNode;
}

function NoEpisodes({ level, reason, action }: NoEpisodesProps) {
  return (
    <Notice title="No episodes found" level={level} failed={reason !== undefined} action={action}>
      <p>We couldn't find any episodes for this podcast. Please sync episodes first.</p>
      {reason !== undefined && <p className="text-ink-faint mt-2 text-[13px]">{reason}</p>}
    </Notice>
  );
}

function PodcastSkeleton() {
  return (
    <PageFrame title="Podcast" className="flex flex-col gap-8">
      <h1 className="sr-only">Podcast</h1>
      <div className="flex gap-4 sm:gap-6">
        <Skeleton className="size-20 sm:size-36" />
        <div className="flex-1">
          <Skeleton className="h-8 w-3/5" />
          <Skeleton className="mt-3 h-4 w-2/5" />
          <Skeleton className="mt-5 hidden h-4 w-4/5 sm:block" />
        </div>
      </div>
      <div>
        <output className="text-ink-soft late block pb-3">Loading episodes...</output>
        <div className="bg-surface border-line divide-line divide-y rounded-md border">
          {[0, 1, 2, 3, 4].map((index) => (
            <div key={index} className="px-4 py-3.5">
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="mt-2 h-3.5 w-4/5" />
              <Skeleton className="mt-2 h-3.5 w-1/4" />
            </div>
          ))}
        </div>
      </div>
    </PageFrame>
  );
}
