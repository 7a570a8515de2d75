import { useCallback, useEffect, useRef } from 'react';
import { usePlayer } from '../audio/player-context.tsx';
import { usePreferences } from '../kit/preferences.ts';

const TYPING_SPEED = 0.75;
/** How long after the last keystroke the audio returns to its speed. */
const AFTER_MS = 1500;

/** Returns a function to call at every keystroke: it slows the audio down while typing, if the reader has chosen that. */
export function useSlowWhileTyping(): () => void {
  const player = usePlayer();
  const { slowWhileTyping } = usePreferences();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const resume = useCallback(() => {
    clearTimeout(timer.current);
    player.slowTo(null);
  }, [player]);

  useEffect(() => resume, [resume]);

  return useCallback(() => {
    if (!slowWhileTyping) return;
    player.slowTo(TYPING_SPEED);
    clearTimeout(timer.current);
    timer.current = setTimeout(resume, AFTER_MS);
  }, [player, slowWhileTyping, resume]);
}
