import { toast, Toaster } from 'sonner';
import { useTheme } from './theme.tsx';

// One id: a new message replaces the one shown.
const ONLY_TOAST = 'only';
const STAYS_MS = 1_000_000;

/** Shows a message until it is closed or replaced. */
export function notify(message: string, detail?: string): void {
  toast(message, { id: ONLY_TOAST, description: detail, duration: STAYS_MS, closeButton: true });
}

export function Toasts() {
  const { theme } = useTheme();

  return (
    <Toaster
      theme={theme}
      position="bottom-right"
      // Above the player, and on a phone above the button of the menu too.
      offset={{ bottom: 'calc(16px + var(--dock, 0px))', right: 16 }}
      mobileOffset={{ bottom: 'calc(68px + var(--dock, 0px))' }}
      visibleToasts={1}
      toastOptions={{
        style: {
          background: 'var(--raised)',
          color: 'var(--ink)',
          border: '1px solid var(--line)',
          borderRadius: 6,
          boxShadow: 'var(--float)',
        },
        classNames: {
          description: 'text-ink-soft! wrap-anywhere',
          closeButton:
            'size-6! top-2! right-2! left-auto! transform-none! rounded-md! border-0! bg-transparent! text-ink-soft! hover:bg-hover!',
          content: 'pr-7',
        },
      }}
    />
  );
}
