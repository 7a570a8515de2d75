import type { EpisodePage } from '@earmark/contracts/episodes';
import { ChevronLeft, Clock, Keyboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { AskLink } from '../ui/ask-link.tsx';
import { Button, buttonClasses, IconButton } from '../ui/button.tsx';
import type { EpisodeSharing } from './episode-sharing.ts';
import { HistoryButton } from '../history/history-button.tsx';
import { ShareDialog } from './share-dialog.tsx';

interface EpisodeToolbarProps {
  page: EpisodePage;
  sharing: EpisodeSharing;
  /** Null where there are none. */
  onKeys: (() => void) | null;
  /** The button that switches to editing and back. */
  toggle: ReactNode;
  /** Further actions of administrators. */
  tools?: ReactNode;
  /** The time travel button; omitted where time travel is not available. */
  travel?: { readonly isOpen: boolean; readonly onToggle: (isOpen: boolean) => void };
}

/** The toolbar above an episode: the link back, and actions on the whole episode. */
export function EpisodeToolbar({ page, sharing, onKeys, toggle, tools, travel }: EpisodeToolbarProps) {
  const { podcast, episode } = page;

  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <Link to={`/podcasts/${podcast.slug}`} className={`${buttonClasses('quiet')} -ml-3`}>
        <ChevronLeft aria-hidden="true" className="size-4" />
        <span>
          Back<span className="max-sm:sr-only"> to Podcast</span>
        </span>
      </Link>
      <div className="flex flex-wrap gap-2 max-sm:gap-1">
        {onKeys !== null && (
          <IconButton label="Keyboard shortcuts" onClick={onKeys} className="pointer-coarse:hidden">
            <Keyboard aria-hidden="true" className="size-4.5" />
          </IconButton>
        )}
        {toggle}
        {tools}
        {episode.uploadedToOpenai && <AskLink params={{ podcastId: episode.podcastId, episodeUuid: episode.uuid }} />}
        {travel !== undefined && (
          <Button aria-pressed={travel.isOpen} onClick={() => travel.onToggle(!travel.isOpen)}>
            <Clock aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">Time travel</span>
          </Button>
        )}
        <HistoryButton subject={{ kind: 'episode', uuid: episode.uuid }} name={episode.title} isShortOnPhones />
        <ShareDialog {...sharing} />
      </div>
    </div>
  );
}
