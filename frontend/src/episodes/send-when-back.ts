import { useEffect, useEffectEvent, useRef } from 'react';
import { Unreachable } from '../kit/api.ts';
import { notify } from '../ui/toast.tsx';

/** After this time, or when the text has changed meanwhile, whoever saved is asked again. */
export const ASK_AFTER_MS = 30 * 60 * 1000;

export interface Unsent {
  /** Such as "transcript". */
  readonly what: string;
  readonly send: () => void;
  /** False when it was discarded, or saved in another way. */
  readonly isWanted: () => boolean;
  /** Whether it still is what was to be saved, made from the text as it is. */
  readonly isUnchanged: () => boolean;
}

/**
 * For saves that fail because this device is offline: they are sent when it is back, which is said, or asked for when much
 * time has passed. Nothing is sent once the page has been left; the draft stays on this device. Returns a function that
 * takes over such a save, and false for any other failure.
 */
export function useSendWhenBack(): (error: Error, unsent: Unsent) => boolean {
  const waiting = useRef<{ readonly unsent: Unsent; readonly since: number } | null>(null);
  const onBack = useEffectEvent(() => {
    const { current } = waiting;
    waiting.current = null;
    if (current?.unsent.isWanted() !== true) return;
    const { unsent, since } = current;
    if (Date.now() - since < ASK_AFTER_MS && unsent.isUnchanged()) {
      notify(`Back online. Sending the ${unsent.what}…`);

      return unsent.send();
    }
    notify(`Back online. The ${unsent.what} you saved while offline was not sent`, {
      detail: 'Time has passed, or it has changed meanwhile. Look at it before you send it.',
      action: { label: 'Send now', run: unsent.send },
    });
  });

  useEffect(() => {
    const back = () => onBack();
    addEventListener('online', back);

    return () => {
      removeEventListener('online', back);
      if (waiting.current?.unsent.isWanted() === true)
        notify(`The ${waiting.current.unsent.what} has not been sent`, {
          detail: 'It is kept on this device. Open the episode again to save it.',
        });
    };
  }, []);

  return (error, unsent) => {
    if (!(error instanceof Unreachable) || !error.isOffline) return false;
    waiting.current = { unsent, since: Date.now() };
    notify('Offline. Saved on this device, will be sent when you are back');

    return true;
  };
}
