import { createContext, useContext, useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useMediaQuery } from './media-query.ts';
import { stored, useStored } from './stored.ts';

export type Theme = 'light' | 'dark';
/** What the reader chose: a theme, or to follow the system. */
export type ThemeChoice = Theme | 'system';

interface ThemeState {
  /** In force now. */
  readonly theme: Theme;
  readonly choice: ThemeChoice;
  readonly choose: (choice: ThemeChoice) => void;
  readonly toggle: () => void;
}

/** Kept as a bare word: theme.js reads it before the first paint. */
const chosenTheme = stored('earmark-theme', z.enum(['dark', 'light']), { as: 'text' });
const ThemeContext = createContext<ThemeState | null>(null);

/** The theme in force and how to change it. Throws outside the provider. */
export function useTheme(): ThemeState {
  const value = useContext(ThemeContext);
  if (value === null) throw new Error('useTheme must be used within a ThemeProvider');

  return value;
}

/** Follows the system until somebody chooses. The first value was set by theme.js before the first paint. */
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
