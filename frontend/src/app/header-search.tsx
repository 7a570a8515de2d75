import { Search } from 'lucide-react';
import { useLocation } from '../kit/router/routing.tsx';
import { SiteSearch } from '../search/site-search.tsx';
import { IconButton } from '../ui/button.tsx';

// Pages with a search of their own.
const SEARCH_PAGES = ['/search', '/advanced-search'];

/** The site's search: a field on wide screens, a button that opens the palette on small ones. */
export function HeaderSearch({ onPalette }: { onPalette: () => void }) {
  const { pathname } = useLocation();

  return (
    <>
      {!SEARCH_PAGES.includes(pathname) && <SiteSearch />}
      <IconButton label="Search and commands (Ctrl K)" onClick={onPalette} className="md:hidden">
        <Search aria-hidden="true" className="size-5" />
      </IconButton>
    </>
  );
}
