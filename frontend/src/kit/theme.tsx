import { createContext, useContext, useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useMediaQuery } from './media-query.ts';
import { stored, useStored } from './stored.ts';

export type Theme = 'light' | 'dark';
/** The reader's choice: a theme, or following the system. */
export type ThemeChoice = Theme | 'system';

interface ThemeState {
  /** The theme in effect. */
  readonly theme: Theme;
  readonly choice: ThemeChoice;
  readonly choose: (choice: ThemeChoice) => void;
  readonly toggle: () => void;
}

/** Stored as a bare word, because theme.js reads it before the first paint. */
const chosenTheme = stored('earmark-theme', z.enum(['dark', 'light']), { as: 'text' });
const ThemeContext = createContext<ThemeState | null>(null);

/** The theme in effect and functions to change it. Throws when used outside the provider. */
export function useTheme(): ThemeState {
  const value = useContext(ThemeContext);
  if (value === null) throw new Error('useTheme must be used within a ThemeProvider');

  return value;
}

/** Follows the system until the reader chooses. theme.js sets the initial value before the first paint. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const choice: ThemeChoice = useStored(chosenTheme) ?? 'system';
  const system = useMediaQuery('(prefers-color-scheme: dark)') ? 'dark' : 'light';
  const theme = choice === 'system' ? system : choice;

  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);

  const value = useMemo(() => {
    const choose = (chosen: ThemeChoice) => chosenTheme.write(chosen === 'system' ? null : chosen);

    return { theme, choice, choose, toggle: () => choose(theme === 'dark' ? 'light' : 'dark') };
  }, [theme, choice]);

  return <ThemeContext value={value}>{children}</ThemeContext>;
}
