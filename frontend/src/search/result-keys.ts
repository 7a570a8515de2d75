import type { KeyboardEvent } from 'react';

const RESULTS = '#results';
const PLAY = '[data-play]';

/** Up and down move from one play button of the results to the next. */
export function moveBetweenPlays(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const results = event.currentTarget.closest(RESULTS);
  if (step === undefined || results === null) return;
  const all = [...results.querySelectorAll<HTMLElement>(PLAY)];
  const next = all[all.indexOf(event.currentTarget) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Moves the focus to the first result that can be played. */
export const focusFirstPlay = (): void => document.querySelector<HTMLElement>(`${RESULTS} ${PLAY}`)?.focus();
