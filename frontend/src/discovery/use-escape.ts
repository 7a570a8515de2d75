import { useEffect, useEffectEvent } from 'react';
import type { RefObject } from 'react';

/** Escape anywhere in this form leaves it. */
export function useEscape(form: RefObject<HTMLFormElement | null>, onEscape: () => void): void {
  const leave = useEffectEvent(onEscape);
  useEffect(() => {
    const element = form.current;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      leave();
    };
    element?.addEventListener('keydown', press);

    return () => element?.removeEventListener('keydown', press);
  }, [form]);
}
