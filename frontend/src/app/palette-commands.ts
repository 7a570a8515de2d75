import { typedQuery } from '@earmark/contracts/search';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, LogIn, LogOut, Moon, Search, Sun, TextSearch } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useLocation, useNavigate } from '../kit/router/routing.tsx';
import { useAccountChange } from '../accounts/account.ts';
import { me, signOut } from '../accounts/accounts.api.ts';
import { signInPath } from '../accounts/return-path.ts';
import { mayAct } from '../accounts/roles.ts';
import { useTheme } from '../kit/theme.tsx';
import { searchPath } from '../search/search-state.ts';
import { notify } from '../ui/toast.tsx';
import { ADMIN_LINKS, MAIN_LINKS, MORE_LINKS, SETTINGS_LINKS } from './site-map.ts';

export interface PaletteCommand {
  readonly key: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly act: () => void;
}

export interface CommandGroup {
  readonly title: string;
  readonly items: readonly PaletteCommand[];
}

/** Pages and actions that this person may use and whose names contain the text, and searches for the text. */
export function usePaletteCommands(text: string): readonly CommandGroup[] {
  const navigate = useNavigate();
  const location = useLocation();
  const { data } = useQuery(me);
  const { theme, toggle } = useTheme();
  const { mutate } = useAccountChange(signOut);
  const user = data?.user ?? null;
  const go = (to: string) => () => navigate(to);
  const pages = [
    ...MAIN_LINKS,
    ...MORE_LINKS,
    ...ADMIN_LINKS.filter(({ role }) => user !== null && mayAct(user.role, role)),
    ...SETTINGS_LINKS,
  ].map(({ to, label, icon }) => ({ key: `page ${to}`, label, icon, act: go(to) }));
  const stay = (error: Error) => notify('You are still signed in', error.message);
  const account: PaletteCommand[] =
    user === null
      ? [{ key: 'sign in', label: 'Sign in', icon: LogIn, act: go(signInPath(location)) }]
      : [
          { key: 'password', label: 'Change password', icon: KeyRound, act: go('/password') },
          { key: 'sign out', label: 'Sign out', icon: LogOut, act: () => mutate(undefined, { onError: stay }) },
        ];
  const actions: PaletteCommand[] = [
    {
      key: 'theme',
      label: theme === 'dark' ? 'Light mode' : 'Dark mode',
      icon: theme === 'dark' ? Sun : Moon,
      act: toggle,
    },
    ...account,
  ];
  const named = (all: readonly PaletteCommand[]) =>
    all.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
  const searches: PaletteCommand[] =
    text === ''
      ? []
      : [
          {
            key: 'search everything',
            label: `Search for “${text}”`,
            icon: Search,
            act: go(`/search?${new URLSearchParams({ q: text })}`),
          },
          {
            key: 'search passages',
            label: `Passages with “${text}”`,
            icon: TextSearch,
            act: go(searchPath({ words: typedQuery(text) })),
          },
        ];

  return [
    { title: 'Pages', items: named(pages) },
    { title: 'Actions', items: named(actions) },
    { title: SEARCH, items: searches },
  ];
}

const SEARCH = 'Search';
/** With fewer letters, people are on their way to a name. */
const LEAST_MEANT = 3;

/** `begun`: pages and actions whose names begin with the text, which somebody who types so much of it means. */
export function byBeginning(
  groups: readonly CommandGroup[],
  text: string,
): { begun: readonly CommandGroup[]; commands: readonly CommandGroup[] } {
  const isBegun = (title: string, { label }: PaletteCommand) =>
    text.length >= LEAST_MEANT && title !== SEARCH && label.toLowerCase().startsWith(text.toLowerCase());
  const only = (wanted: boolean) =>
    groups
      .map(({ title, items }) => ({ title, items: items.filter((one) => isBegun(title, one) === wanted) }))
      .filter(({ items }) => items.length > 0);

  return { begun: only(true), commands: only(false) };
}
