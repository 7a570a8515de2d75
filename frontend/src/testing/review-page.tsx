import type { FeedItem } from '@earmark/contracts/history';
import { act, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { PlayerProvider } from '../audio/player-context.tsx';
import { LiveFeedContext } from '../kit/live-feed.ts';
import { EntityDiscoveryPage } from '../pages/entity-discovery-page.tsx';
import { Toasts } from '../ui/toast.tsx';
import { show } from './show.tsx';

export const PAGE = '/admin/entity-discovery';
export const CANDIDATES = '/api/admin/discovered-entities';

const heard: { add: (item: FeedItem) => void; lines: number } = { add: () => {}, lines: 0 };
/** Somebody else's change, as the live feed brings it. */
export const hear = (item: Partial<FeedItem>) => {
  heard.lines += 1;
  act(() => heard.add({ ...LINE, position: String(heard.lines), ...item }));
};

export function Page() {
  const [items, setItems] = useState<readonly FeedItem[]>([]);
  useEffect(() => {
    heard.add = (item) => setItems((known) => [item, ...known]);
  }, []);

  return (
    <PlayerProvider>
      <LiveFeedContext value={{ state: 'live', items }}>
        <EntityDiscoveryPage />
      </LiveFeedContext>
      <Toasts />
    </PlayerProvider>
  );
}

/** Opens the page with its queue. */
export const open = async (address = PAGE) => {
  const shown = show(<Page />, address);
  await screen.findByRole('list', { name: 'Queue' });

  return shown;
};
export const row = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` }).closest('li')!;
export const current = () => document.querySelector<HTMLElement>('[data-card] > article')!;
export const card = (name: string) => screen.findByRole('article', { name });

/** A wide window with a mouse, or a phone. */
export function screenOf({ isWide }: { isWide: boolean }): void {
  Object.defineProperty(window, 'matchMedia', {
    configurable: true,
    value: (media: string) => ({
      matches: media.includes('coarse') ? !isWide : media.includes('min-width') && isWide,
      addEventListener: () => {},
      removeEventListener: () => {},
    }),
  });
}

const LINE: FeedItem = {
  position: '1',
  type: 'EntityApproved',
  at: '2026-11-23T07:00:00.000Z',
  actor: 'ana',
  sentence: 'Approved something.',
  link: null,
  podcastUuid: null,
  episodeUuid: 'ferries',
  entityIds: [],
};
