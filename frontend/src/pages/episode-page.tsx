import type { EpisodePage as Shown } from '@earmark/contracts/episodes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { episodePage } from '../episodes/episodes.api.ts';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';
import { notify } from '../kit/toast.tsx';
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

type Editing = typeof import('./episode-editing.tsx').EpisodeEditing;

function ShownEpisode({ page, pageKey }: { page: Shown; pageKey: readonly string[] }) {
  const mayEdit = useMayEdit();
  // Loaded when it is first asked for: visitors never load it.
  const [Editing, setEditing] = useState<Editing | null>(null);
  const isEditing = mayEdit && Editing !== null;
  const change = async () => {
    if (isEditing) return setEditing(null);
    try {
      const { EpisodeEditing } = await import('./episode-editing.tsx');
      setEditing(() => EpisodeEditing);
    } catch (error) {
      notify('The editor could not be loaded', error instanceof Error ? error.message : String(error));
    }
  };
  const toggle = <EditToggle isEditing={isEditing} onToggle={() => void change()} />;

  return isEditing ? (
    <Editing page={page} pageKey={pageKey} toggle={toggle} />
  ) : (
    <EpisodeReading page={page} toggle={toggle} />
  );
}
