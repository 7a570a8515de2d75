import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';

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

const STORAGE_KEY = 'earmark-theme';
const ThemeContext = createContext<ThemeState | null>(null);

/** The theme in force and how to change it. Throws outside the provider. */
export function useTheme(): ThemeState {
  const value = useContext(ThemeContext);
  if (value === null) throw new Error('useTheme must be used within a ThemeProvider');

  return value;
}

/** Follows the system until somebody chooses. The first value was set by theme.js before the first paint. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState(storedChoice);
  const [theme, setTheme] = useState<Theme>(() =>
    document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
  );

  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);

  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const follow = () => {
      if (choice === 'system') setTheme(systemTheme());
    };
    const onStorage = ({ key }: StorageEvent) => {
      if (key !== STORAGE_KEY && key !== null) return;
      const chosen = storedChoice();
      setChoice(chosen);
      setTheme(chosen === 'system' ? systemTheme() : chosen);
    };
    system.addEventListener('change', follow);
    addEventListener('storage', onStorage);

    return () => {
      system.removeEventListener('change', follow);
      removeEventListener('storage', onStorage);
    };
  }, [choice]);

  const value = useMemo(() => {
    const choose = (chosen: ThemeChoice) => {
      store(chosen);
      setChoice(chosen);
      setTheme(chosen === 'system' ? systemTheme() : chosen);
    };

    return { theme, choice, choose, toggle: () => choose(theme === 'dark' ? 'light' : 'dark') };
  }, [theme, choice]);

  return <ThemeContext value={value}>{children}</ThemeContext>;
}

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

function storedChoice(): ThemeChoice {
  try {
    const saved = localStorage.getItem(STORAGE_KEY);

    return saved === 'dark' || saved === 'light' ? saved : 'system';
  } catch (error) {
    if (error instanceof DOMException) return 'system';
    throw error;
  }
}

function store(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, choice);
  } catch (error) {
    // Where the browser keeps nothing, the choice holds until the page is left.
    if (!(error instanceof DOMException)) throw error;
  }
}
