import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router-dom';

/** On another page the focus begins at its content, unless the page has put it where it belongs. */
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

/** Says politely which page has come, once it is there; the first one the browser says itself. */
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
