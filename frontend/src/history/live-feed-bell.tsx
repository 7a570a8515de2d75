import { Bell } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { LiveFeedPanel } from './live-feed-panel.tsx';
import type { LiveFeed } from '../kit/live-feed.ts';

const PANEL_ID = 'live-activity';

/** The header's bell with the panel of the live feed. Escape and a click outside close it. */
export function LiveFeedBell({ feed }: { feed: LiveFeed }) {
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [seenPosition, setSeenPosition] = useState<string | null>(null);
  const newest = feed.items[0]?.position ?? null;
  const hasUnseen = !isOpen && newest !== null && newest !== seenPosition;

  return (
    <>
      <IconButton
        label={hasUnseen ? 'Notifications, new activity' : 'Notifications'}
        aria-expanded={isOpen}
        aria-controls={PANEL_ID}
        popoverTarget={PANEL_ID}
      >
        <Bell aria-hidden="true" className="size-4.5" />
        {hasUnseen && <span className="bg-accent ring-surface absolute top-1 right-1 size-2 rounded-full ring-2" />}
      </IconButton>
      <section
        ref={panel}
        id={PANEL_ID}
        popover="auto"
        aria-label="Live activity"
        onToggle={({ newState }) => {
          setOpen(newState === 'open');
          setSeenPosition(newest);
        }}
        className="bg-raised text-ink shadow-float fixed inset-auto top-16 right-3 m-0 max-h-[min(520px,70dvh)] w-[min(360px,calc(100vw-24px))] flex-col overflow-hidden rounded-md open:flex sm:right-6"
      >
        {isOpen && <LiveFeedPanel feed={feed} onFollow={() => panel.current?.hidePopover()} />}
      </section>
    </>
  );
}
