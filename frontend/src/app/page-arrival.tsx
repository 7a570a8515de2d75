import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useLocation } from '../kit/router/routing.tsx';

/** After navigation, focuses the content of the new page unless the page has set the focus itself. */
export function useFocusOnArrival(content: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (content.current?.contains(document.activeElement) !== true) content.current?.focus({ preventScroll: true });
  }, [content, pathname]);
}

const SETTLES_AFTER_MS = 150;

/**
 * Announces the title of a new page (aria-live="polite") once it has loaded. The browser announces the first page itself.
 */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const isLoading = useIsFetching() > 0;
  const [said, setSaid] = useState({ pathname, title: '' });

  useEffect(() => {
    if (isLoading || said.pathname === pathname) return undefined;
    const timer = setTimeout(() => setSaid({ pathname, title: document.title }), SETTLES_AFTER_MS);

    return () => clearTimeout(timer);
  }, [isLoading, pathname, said]);

  return <output className="sr-only">{said.title}</output>;
}
