import { useEffect } from 'react';
import { Toaster as Sonner } from 'sonner';
import { useTheme } from '../kit/theme.tsx';

export { toast } from 'sonner';

/** `onReady`: messages are shown from now on; earlier ones would be lost. */
export function Toaster({ onReady }: { onReady: () => void }) {
  const { theme } = useTheme();
  // Runs after the effects of Sonner, which begins to listen in one.
  useEffect(onReady, [onReady]);

  return (
    <Sonner
      theme={theme}
      style={{ fontFamily: 'inherit' }}
      position="bottom-right"
      // Above the player and, on a phone, above the menu button.
      offset={{ bottom: 'calc(16px + var(--dock, 0px))', right: 16 }}
      mobileOffset={{ bottom: 'calc(68px + var(--dock, 0px))' }}
      visibleToasts={2}
      expand
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
          actionButton:
            'bg-accent! text-on-accent! mr-7! h-7! rounded-md! px-2.5! text-[13px]! pointer-coarse:h-11! pointer-coarse:px-4!',
        },
      }}
    />
  );
}
