import type { EpisodePage as Shown } from '@earmark/contracts/episodes';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button, buttonLook } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';
import { notify } from '../kit/toast.tsx';
import { EditToggle, useMayEdit } from './edit-toggle.tsx';
import { useEpisodePage } from './episode-past.ts';
import { EpisodeReading } from './episode-reading.tsx';
import { EpisodeSkeleton } from './episode-skeleton.tsx';
import { PageFrame } from './page-frame.tsx';

export function EpisodePage() {
  const { data, pageKey, error, refetch, isPast } = useEpisodePage();
  const { pathname } = useLocation();

  if (data === undefined && error === null) return <EpisodeSkeleton />;
  if (data === undefined)
    return (
      <PageFrame title="Episode">
        <Notice
          failed
          level={1}
          title="Error loading podcast data"
          action={
            <div className="flex gap-2">
              <Button onClick={() => void refetch()}>Try again</Button>
              {isPast && (
                <Link to={pathname} className={buttonLook('outline')}>
                  Back to now
                </Link>
              )}
            </div>
          }
        >
          {error?.message}
        </Notice>
      </PageFrame>
    );

  return <ShownEpisode key={data.episode.uuid} page={data} pageKey={pageKey} />;
}

type Editing = typeof import('./episode-editing.tsx').EpisodeEditing;

function ShownEpisode({ page, pageKey }: { page: Shown; pageKey: readonly string[] }) {
  const mayEdit = useMayEdit();
  // Loaded when it is first asked for: visitors never load it.
  const [Editing, setEditing] = useState<Editing | null>(null);
  // What was is not edited.
  const isPast = page.asOf !== undefined;
  const isEditing = mayEdit && !isPast && Editing !== null;
  const change = async () => {
    if (isEditing) return setEditing(null);
    try {
      const { EpisodeEditing } = await import('./episode-editing.tsx');
      setEditing(() => EpisodeEditing);
    } catch (error) {
      notify('The editor could not be loaded', error instanceof Error ? error.message : String(error));
    }
  };
  const toggle = isPast ? null : <EditToggle isEditing={isEditing} onToggle={() => void change()} />;

  return isEditing ? (
    <Editing page={page} pageKey={pageKey} toggle={toggle} />
  ) : (
    <EpisodeReading page={page} toggle={toggle} />
  );
}
