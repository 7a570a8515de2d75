import { useIsFetching, useQuery } from '@tanstack/react-query';
import { Menu } from 'lucide-react';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MouseEvent } from 'react';
import { CurrentPage, ScrollRestoration, useLocation } from '../kit/router/routing.tsx';
import { useFollowAccount } from '../accounts/account.ts';
import { AccountBadge } from '../accounts/account-badge.tsx';
import { me } from '../accounts/accounts.api.ts';
import { PlayerProvider } from '../audio/player-context.tsx';
import { PlayerDock } from '../audio/player-dock.tsx';
import { LiveFeedBell } from '../history/live-feed-bell.tsx';
import { LiveFeedContext } from '../kit/live-feed.ts';
import { whenReachable } from '../kit/reachable.ts';
import { loadSuggestionPanel } from '../search/site-search.tsx';
import { useLiveFeed } from './live-connection.ts';
import { IconButton } from '../ui/button.tsx';
import { lateDialog } from '../ui/late.tsx';
import { LeaveQuestion, loadLeaveQuestion } from '../ui/leave-guard.tsx';
import { useMediaQuery } from '../kit/media-query.ts';
import { loadToaster, Toasts } from '../ui/toast.tsx';
import { CrashPage } from './crash-page.tsx';
import { HeaderSearch } from './header-search.tsx';
import { loadPalette, PaletteHost } from './palette-host.tsx';
import { PageAnnouncer, useFocusOnArrival } from './page-arrival.tsx';
import { Sidebar } from './sidebar.tsx';

// For small screens, once the menu is opened.
const loadSlideOver = () => import('./slide-over.tsx');
const SlideOver = lateDialog(async () => (await loadSlideOver()).SlideOver);

const RESTS_AFTER_MS = 3000;

/** The frame of every page: sidebar, header, main landmark, toasts and the single feed connection. */
export function AppShell() {
  useFollowAccount();
  useRestLoaded();
  const { data, isPending } = useQuery(me);
  const feed = useLiveFeed(isPending ? undefined : (data?.user?.username ?? null));
  const isWide = useMediaQuery('(min-width: 768px)');
  const { key } = useLocation();
  const content = useRef<HTMLElement>(null);
  useFocusOnArrival(content);
  const here = useRef(key);
  useLayoutEffect(() => {
    here.current = key;
  }, [key]);
  const opener = useRef<{ element: HTMLElement; at: string } | null>(null);
  // Open at one history entry only, so that any navigation closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  // Where the sidebar is, the menu would wait for the window to be narrow again.
  if (isWide && openAt !== null) setOpenAt(null);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const open = (event: MouseEvent<HTMLElement>) => {
    opener.current = { element: event.currentTarget, at: key };
    setOpenAt(key);
  };

  return (
    <PlayerProvider>
      <div className="flex min-h-dvh">
        <a
          href="#content"
          className="bg-accent text-on-accent fixed top-2 left-2 z-[60] -translate-y-20 rounded-md px-3 py-2 focus:translate-y-0 print:hidden"
        >
          Skip to content
        </a>
        {isWide ? (
          <div className="bg-surface border-line sticky top-0 h-dvh w-60 shrink-0 border-r print:hidden">
            <Sidebar />
          </div>
        ) : (
          <SlideOver
            isOpen={openAt === key}
            onClose={() => setOpenAt(null)}
            returnFocus={() => {
              // After following a link, focus starts at the new content.
              const isHere = opener.current?.at === here.current;
              (isHere ? opener.current?.element : content.current)?.focus({ preventScroll: true });
            }}
          >
            <Sidebar />
          </SlideOver>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="page-header bg-surface border-line z-30 flex h-14 shrink-0 items-center gap-2 border-b px-3 sm:px-6 print:hidden">
            <IconButton label="Open menu" onClick={open} className="md:hidden">
              <Menu aria-hidden="true" className="size-5" />
            </IconButton>
            <div className="ml-auto flex items-center gap-2 sm:gap-3">
              <HeaderSearch onPalette={() => setPaletteOpen(true)} />
              <LiveFeedBell feed={feed} />
              <AccountBadge />
            </div>
            <FetchBar />
          </header>
          <main ref={content} id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
            <LiveFeedContext value={feed}>
              <Suspense>
                <CurrentPage Crash={CrashPage} />
              </Suspense>
            </LiveFeedContext>
          </main>
          <PlayerDock />
        </div>
        <PaletteHost isOpen={isPaletteOpen} onToggle={setPaletteOpen} />
        <PageAnnouncer />
        <Toasts />
        <LeaveQuestion />
        <ScrollRestoration />
      </div>
    </PlayerProvider>
  );
}

/** Loads what is needed also when the connection is lost, once the page has what it needs itself. */
function useRestLoaded(): void {
  useEffect(() => {
    const leaving = new AbortController();
    const load = async () => {
      const loaded = await loadRest();
      if (loaded.some(({ status }) => status === 'rejected')) whenReachable(leaving.signal, () => void loadRest());
    };
    const timer = setTimeout(() => void load(), RESTS_AFTER_MS);

    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, []);
}

const loadRest = () =>
  Promise.allSettled([loadToaster(), loadSlideOver(), loadLeaveQuestion(), loadPalette(), loadSuggestionPanel()]);

/** A thin progress bar while anything is being fetched. */
function FetchBar() {
  if (useIsFetching() === 0) return null;

  return (
    <div aria-hidden="true" className="late absolute inset-x-0 -bottom-px h-0.5 overflow-hidden">
      <div className="bg-accent h-full w-1/3 animate-[sweep_1.1s_ease-in-out_infinite]" />
    </div>
  );
}
