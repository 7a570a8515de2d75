import type { ReactNode } from 'react';
import { useLocation } from '../kit/router/routing.tsx';
import { Loading } from './skeleton.tsx';

/**
 * What the server wrote into the page (backend/src/site), taken before React replaces it; null: nothing to read. A title alone
 * tells less than placeholders do.
 */
const written = document.querySelector('.first-words .reading')?.closest('.first-words') ?? null;
const writtenFor = window.location.pathname;

/** The same function each time, so that a new render does not move what a reader has selected. */
const putBack = (place: HTMLDivElement | null) => {
  if (written !== null) place?.replaceChildren(written);
};

interface FirstWordsProps {
  label: string;
  /** Shown where there is nothing to read yet. */
  children: ReactNode;
}

/** While a page loads: the words of it that can be read already stay in sight, and its title stays in the tab. */
export function FirstWords({ label, children }: FirstWordsProps) {
  const { pathname } = useLocation();
  if (written === null || pathname !== writtenFor) return children;

  return (
    <Loading label={label}>
      <div ref={putBack} />
    </Loading>
  );
}
