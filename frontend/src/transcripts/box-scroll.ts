import { prefersReducedMotion } from '../kit/media-query.ts';

const SETTLING_FRAMES = 10;
const EDGE_PX = 32;
const latest = new WeakMap<HTMLElement, number>();

/** Whether the row is wholly in the box, not at its very edge. */
export function isInView(box: HTMLElement, row: HTMLElement): boolean {
  const outer = box.getBoundingClientRect();
  const inner = row.getBoundingClientRect();

  return inner.top >= outer.top + EDGE_PX && inner.bottom <= outer.bottom - EDGE_PX;
}

/**
 * Scrolls the box, and only the box, until the row stands in its upper third. Rows far away are jumped to; since chunks get
 * their true height only when they come into view, a jump is corrected for a few frames.
 */
export function bringIntoBox(box: HTMLElement, row: HTMLElement): void {
  const turn = (latest.get(box) ?? 0) + 1;
  latest.set(box, turn);
  const distance = distanceTo(box, row);
  if (Math.abs(distance) < box.clientHeight * 1.5 && !prefersReducedMotion()) {
    box.scrollTo({ top: box.scrollTop + distance, behavior: 'smooth' });
    return;
  }

  let frames = SETTLING_FRAMES;
  const settle = () => {
    if (latest.get(box) !== turn) return;
    box.scrollTo({ top: box.scrollTop + distanceTo(box, row), behavior: 'instant' });
    frames -= 1;
    if (frames > 0) requestAnimationFrame(settle);
  };
  settle();
}

/** Ends the correction of a jump: the reader has taken over. */
export const letGo = (box: HTMLElement): void => {
  latest.set(box, (latest.get(box) ?? 0) + 1);
};

const distanceTo = (box: HTMLElement, row: HTMLElement): number =>
  row.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
