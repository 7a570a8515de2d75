import type { TranscriptStatusEpisode } from '@earmark/contracts/uploads';
import { memo } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { formatDay, formatMoment } from '../kit/date.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { actionOf, STATUSES } from './upload-words.ts';

interface EpisodeUploadsProps {
  episodes: readonly TranscriptStatusEpisode[];
  /** By podcast, as they come. */
  isGrouped: boolean;
  /** Uuids of those that this page is uploading. */
  uploading: ReadonlySet<string>;
  onUpload: (episode: TranscriptStatusEpisode) => void;
}

/** Episodes with the state of their transcripts, and what can be done about it. */
export function EpisodeUploads({ episodes, isGrouped, ...rest }: EpisodeUploadsProps) {
  if (!isGrouped) return <Rows label="Episodes" episodes={episodes} isGrouped={false} {...rest} />;
  const groups = new Map<string, TranscriptStatusEpisode[]>();
  for (const episode of episodes) groups.set(episode.podcastId, [...(groups.get(episode.podcastId) ?? []), episode]);

  return [...groups].map(([podcastId, ofPodcast]) => (
    <section
      key={podcastId}
      aria-labelledby={`podcast-${podcastId}`}
      className="border-line not-first-of-type:border-t"
    >
      <h3 id={`podcast-${podcastId}`} className="border-line bg-canvas border-b px-4 py-2 text-[13px] font-semibold">
        {ofPodcast[0]!.podcastName}
      </h3>
      <Rows label={ofPodcast[0]!.podcastName} episodes={ofPodcast} isGrouped {...rest} />
    </section>
  ));
}

function Rows({ label, episodes, isGrouped, uploading, onUpload }: EpisodeUploadsProps & { label: string }) {
  return (
    <ul aria-label={label} className="divide-line divide-y">
      {episodes.map((episode) => (
        <li key={episode.uuid} className="[contain-intrinsic-size:auto_96px] [content-visibility:auto]">
          <Row episode={episode} isGrouped={isGrouped} isUploading={uploading.has(episode.uuid)} onUpload={onUpload} />
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  episode: TranscriptStatusEpisode;
  /** Its podcast stands above. */
  isGrouped: boolean;
  isUploading: boolean;
  onUpload: (episode: TranscriptStatusEpisode) => void;
}

const Row = memo(function Row({ episode, isGrouped, isUploading, onUpload }: RowProps) {
  const { name, slug, podcastName, podcastSlug, publishedAt, status, progress, validationMessage } = episode;
  const { label, tone } = STATUSES[status];
  const action = actionOf(episode);
  const isBusy = isUploading || progress !== null;
  const Title = isGrouped ? 'h4' : 'h3';
  const facts = [isGrouped ? null : podcastName, publishedAt === null ? null : formatDay(publishedAt)];

  return (
    <article
      aria-label={name}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 px-4 py-3 max-sm:grid-cols-1"
    >
      <div className="flex min-w-0 flex-col gap-1">
        <Title className="leading-5 font-medium text-pretty wrap-anywhere">
          <Link to={`/podcasts/${podcastSlug}/${slug}`} className="hover:text-accent pointer-coarse:py-2">
            {name}
          </Link>
        </Title>
        <p className="text-ink-soft text-[13px] wrap-anywhere">{facts.filter((fact) => fact !== null).join(' · ')}</p>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={tone}>{label}</Badge>
          {isBusy && <Badge tone="accent">{progress === 'queued' ? 'Waiting' : 'Uploading…'}</Badge>}
          <span className="text-[13px] text-pretty wrap-anywhere">{validationMessage}</span>
        </div>
        {episode.openaiUploadError !== null && (
          <p className="bg-bad-soft text-bad mt-1 rounded px-2 py-1 text-[13px] text-pretty wrap-anywhere">
            {episode.openaiUploadError}
          </p>
        )}
        <dl className="text-ink-soft flex flex-wrap gap-x-4 text-[13px] tabular-nums">
          <Time label="Uploaded" at={episode.openaiUploadedAt} />
          <Time label="Last attempt" at={episode.openaiLastAttempt} />
        </dl>
      </div>
      {action !== null && (
        <Button
          className="max-sm:justify-self-start"
          aria-label={`${action} ${name}`}
          aria-disabled={isBusy}
          onClick={() => !isBusy && onUpload(episode)}
        >
          {action}
        </Button>
      )}
    </article>
  );
});

function Time({ label, at }: { label: string; at: string | null }) {
  return (
    <div className="flex gap-1">
      <dt>{label}:</dt>
      <dd>{at === null ? 'Never' : formatMoment(at)}</dd>
    </div>
  );
}
