import { usePreferences } from '../kit/preferences.ts';

/** The key of a button, on the button; nothing where single keys are switched off or there is no keyboard. */
export function KeyHint({ children }: { children: string }) {
  const { singleKeys } = usePreferences();
  if (!singleKeys) return null;

  return (
    <kbd
      aria-hidden="true"
      className="rounded border border-current/40 px-1 font-sans text-[11px] leading-4 font-medium pointer-coarse:hidden"
    >
      {children}
    </kbd>
  );
}
