import type { EpisodePage } from '@earmark/contracts/episodes';
import { ChevronLeft, Keyboard, MessageCircleQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { buttonLook, IconButton } from '../kit/button.tsx';
import type { EpisodeSharing } from './episode-sharing.ts';
import { ShareDialog } from './share-dialog.tsx';
import { ASSISTANT_PATH } from './site-map.ts';

interface EpisodeToolbarProps {
  page: EpisodePage;
  sharing: EpisodeSharing;
  /** Null where there are none. */
  onKeys: (() => void) | null;
  /** The way into editing and out of it. */
  toggle: ReactNode;
}

/** The line above an episode: the way back, and what can be done with the whole of it. */
export function EpisodeToolbar({ page: { podcast, episode }, sharing, onKeys, toggle }: EpisodeToolbarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <Link to={`/podcasts/${podcast.slug}`} className={`${buttonLook('quiet')} -ml-3`}>
        <ChevronLeft aria-hidden="true" className="size-4" />
        Back to Podcast
      </Link>
      <div className="flex gap-2">
        {onKeys !== null && (
          <IconButton label="Keyboard shortcuts" onClick={onKeys} className="pointer-coarse:hidden">
            <Keyboard aria-hidden="true" className="size-4.5" />
          </IconButton>
        )}
        {toggle}
        {episode.uploadedToOpenai && (
          <Link
            to={`${ASSISTANT_PATH}?${new URLSearchParams({ podcastId: episode.podcastId, episodeUuid: episode.uuid })}`}
            className={buttonLook('outline')}
          >
            <MessageCircleQuestion aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">Ask Earmark</span>
          </Link>
        )}
        <ShareDialog {...sharing} />
      </div>
    </div>
  );
}
