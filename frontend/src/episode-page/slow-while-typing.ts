import { useCallback, useEffect, useRef } from 'react';
import { usePlayer } from '../audio/player-context.tsx';
import { usePreferences } from '../kit/preferences.ts';

const TYPING_SPEED = 0.75;
/** So long after the last key the audio is as fast as before. */
const AFTER_MS = 1500;

/** To be called at every key; the audio slows down meanwhile, for those who like that. */
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
