import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Link, NavLink } from '../kit/router/routing.tsx';
import { me } from '../accounts/accounts.api.ts';
import { mayAct } from '../accounts/roles.ts';
import { useTheme } from '../kit/theme.tsx';
import { RecentPodcasts } from '../series/recent-podcasts.tsx';
import { ADMIN_LINKS, MAIN_LINKS, SETTINGS_LINKS } from './site-map.ts';
import type { SiteLink } from './site-map.ts';

/** The content of the sidebar, which is fixed on wide screens and a panel on small ones. */
export function Sidebar() {
  return (
    <nav aria-label="Main" className="flex h-full flex-col overflow-y-auto overscroll-contain px-3 pb-6">
      <Link
        to="/"
        className="bg-surface sticky top-0 z-10 -mx-3 flex h-14 shrink-0 items-center gap-2.5 px-5 text-[15px] font-semibold tracking-tight"
      >
        <img src="/favicon.svg" alt="" className="size-6" />
        Earmark
      </Link>
      <div className="flex flex-col gap-5 pt-1">
        <Section title="Main">
          <Links links={MAIN_LINKS} />
        </Section>
        <AdminSection />
        <Section title="Recent Podcasts">
          <RecentPodcasts />
        </Section>
        <Section title="Settings">
          <ThemeToggle />
          <Links links={SETTINGS_LINKS} />
        </Section>
      </div>
    </nav>
  );
}

function AdminSection() {
  const { data } = useQuery(me);
  const user = data?.user ?? null;
  const links = ADMIN_LINKS.filter(({ role }) => user !== null && mayAct(user.role, role));
  if (links.length === 0) return null;

  return (
    <Section title="Admin">
      <Links links={links} />
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();

  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-ink-faint px-2 pb-1 text-xs font-medium">
        {title}
      </h2>
      {children}
    </section>
  );
}

const rowClasses =
  'flex min-h-8 w-full items-center gap-2.5 rounded-md px-2 py-1 text-left text-[13px] pointer-coarse:min-h-11';

function Links({ links }: { links: readonly SiteLink[] }) {
  return (
    <ul>
      {links.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <NavLink
            to={to}
            end={to === '/'}
            className={({ isActive }) =>
              clsx(
                rowClasses,
                isActive
                  ? 'bg-accent-soft text-accent-strong font-medium'
                  : 'text-ink-soft hover:bg-hover hover:text-ink',
              )
            }
          >
            <Icon aria-hidden="true" className="size-4 shrink-0" />
            <span className="min-w-0">{label}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

function ThemeToggle() {
  const { theme, toggle } = useTheme();
  const dark = theme === 'dark';
  const Icon = dark ? Sun : Moon;

  return (
    <button type="button" onClick={toggle} className={clsx(rowClasses, 'text-ink-soft hover:bg-hover hover:text-ink')}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {dark ? 'Light mode' : 'Dark mode'}
    </button>
  );
}
