import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

/** What the server wrote into the page (backend/src/site); null: nothing. Taken before React replaces it. */
const written = document.querySelector('.first-words');
/** React Router's key of the history entry that the visit began with. */
const FIRST_ENTRY = 'default';

interface FirstWordsProps {
  label: string;
  /** Shown where the server wrote nothing. */
  children: ReactNode;
}

/** While a page loads: the words of it that can be read already stay in sight, and its title stays in the tab. */
export function FirstWords({ label, children }: FirstWordsProps) {
  const { key } = useLocation();
  if (written === null || key !== FIRST_ENTRY) return children;

  return (
    <>
      <div ref={(place) => place?.replaceChildren(written)} />
      <output className="sr-only">{label}</output>
    </>
  );
}
