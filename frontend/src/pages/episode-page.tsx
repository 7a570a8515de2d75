import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { episodePage } from '../episodes/episodes.api.ts';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';
import { EpisodeEditing } from './episode-editing.tsx';
import { EpisodeReading } from './episode-reading.tsx';
import { EpisodeSkeleton } from './episode-skeleton.tsx';
import { PageFrame } from './page-frame.tsx';

export function EpisodePage() {
  const { podcastName = '', episodeName = '' } = useParams();
  const [isEditing, setEditing] = useState(false);
  const { data, isPending, error, refetch } = useQuery(episodePage(podcastName, episodeName));

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

  return (
    <>
      <Button onClick={() => setEditing(!isEditing)}>{isEditing ? 'View Mode' : 'Admin Edit'}</Button>
      {isEditing ? (
        <PageFrame title={data.episode.title}>
          <EpisodeEditing page={data} />
        </PageFrame>
      ) : (
        <EpisodeReading key={data.episode.uuid} page={data} />
      )}
    </>
  );
}
