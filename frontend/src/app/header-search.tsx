import { Search } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { SearchField } from '../ui/search-field.tsx';

/** Leads to the podcast search from every other page: a field on wide screens, a link on small ones. */
export function HeaderSearch() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  if (pathname === '/search') return null;

  return (
    <>
      <search aria-label="Site" className="hidden w-72 md:block">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() === '') return;
            void navigate(`/search?${new URLSearchParams({ q: text.trim() })}`);
            setText('');
          }}
        >
          <SearchField placeholder="Search podcasts..." maxLength={200} value={text} onChange={setText} />
        </form>
      </search>
      <Link
        to="/search"
        aria-label="Search podcasts"
        title="Search podcasts"
        className="text-ink-soft hover:bg-hover hover:text-ink flex size-8 items-center justify-center rounded-md md:hidden pointer-coarse:size-11"
      >
        <Search aria-hidden="true" className="size-5" />
      </Link>
    </>
  );
}
