import type { EpisodePage as Shown } from '@earmark/contracts/episodes';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router-dom';
import { episodePage } from '../episodes/episodes.api.ts';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';
import { EditToggle, useMayEdit } from './edit-toggle.tsx';
import { EpisodeReading } from './episode-reading.tsx';
import { EpisodeSkeleton } from './episode-skeleton.tsx';
import { PageFrame } from './page-frame.tsx';

export function EpisodePage() {
  const { podcastName = '', episodeName = '' } = useParams();
  const { queryKey, ...query } = episodePage(podcastName, episodeName);
  const { data, isPending, error, refetch } = useQuery({ queryKey, ...query });

  if (isPending) return <EpisodeSkeleton />;
  if (error !== null && data === undefined)
    return (
      <PageFrame title="Episode">
        <Notice
          failed
          level={1}
          title="Error loading podcast data"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {error.message}
        </Notice>
      </PageFrame>
    );

  return <ShownEpisode key={data.episode.uuid} page={data} pageKey={queryKey} />;
}

// Visitors never load it.
const EpisodeEditing = lazy(async () => ({ default: (await import('./episode-editing.tsx')).EpisodeEditing }));

function ShownEpisode({ page, pageKey }: { page: Shown; pageKey: readonly string[] }) {
  const mayEdit = useMayEdit();
  const [isEditing, setEditing] = useState(false);
  const toggle = <EditToggle isEditing={isEditing} onToggle={() => setEditing(!isEditing)} />;
  if (!mayEdit || !isEditing) return <EpisodeReading page={page} toggle={toggle} />;

  return (
    <Suspense fallback={<EpisodeSkeleton />}>
      <EpisodeEditing page={page} pageKey={pageKey} toggle={toggle} />
    </Suspense>
  );
}
