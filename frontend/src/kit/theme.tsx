import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';

export type Theme = 'light' | 'dark';

const STORAGE_KEY = 'earmark-theme';
const ThemeContext = createContext<{ theme: Theme; toggle: () => void } | null>(null);

/** The theme in force and its toggle. Throws outside the provider. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const value = useContext(ThemeContext);
  if (value === null) throw new Error('useTheme must be used within a ThemeProvider');

  return value;
}

/** Follows the system until somebody chooses. The first value was set by theme.js before the first paint. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useState<Theme>(() =>
    document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
  );

  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);

  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const follow = () => {
      if (localStorage.getItem(STORAGE_KEY) === null) setTheme(system.matches ? 'dark' : 'light');
    };
    system.addEventListener('change', follow);

    return () => system.removeEventListener('change', follow);
  }, []);

  const value = useMemo(() => {
    const toggle = () => {
      const next = theme === 'dark' ? 'light' : 'dark';
      localStorage.setItem(STORAGE_KEY, next);
      setTheme(next);
    };

    return { theme, toggle };
  }, [theme]);

  return <ThemeContext value={value}>{children}</ThemeContext>;
}
