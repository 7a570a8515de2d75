import { prefersReducedMotion } from '../kit/media-query.ts';

const SETTLING_FRAMES = 10;
const GLIDE_MS = 200;
const EDGE_PX = 32;
const latest = new WeakMap<HTMLElement, number>();

/** Whether the row is completely inside the box, away from its edges. */
export function isInView(box: HTMLElement, row: HTMLElement): boolean {
  const outer = box.getBoundingClientRect();
  const inner = row.getBoundingClientRect();

  return inner.top >= outer.top + EDGE_PX && inner.bottom <= outer.bottom - EDGE_PX;
}

/** Position of the row relative to the box. */
export type Place = 'above' | 'here' | 'below';

/** Above or below the visible part of the box, or at least partly visible. */
export function placeInBox(box: HTMLElement, row: HTMLElement): Place {
  const outer = box.getBoundingClientRect();
  const inner = row.getBoundingClientRect();
  if (inner.bottom <= outer.top) return 'above';

  return inner.top >= outer.bottom ? 'below' : 'here';
}

/**
 * Scrolls the box, and nothing else, until the row is in its upper third. Distant rows are jumped to; since chunks get their
 * true height only when they come into view, the jump is corrected for a few frames.
 */
export function bringIntoBox(box: HTMLElement, row: HTMLElement): void {
  const turn = (latest.get(box) ?? 0) + 1;
  latest.set(box, turn);
  if (Math.abs(distanceTo(box, row)) < box.clientHeight * 1.5 && !prefersReducedMotion()) glide(box, row, turn);
  else jump(box, row, turn);
}

// Native smooth scrolling takes longer and swallows the first turn of the reader's wheel.
function glide(box: HTMLElement, row: HTMLElement, turn: number): void {
  const begun = performance.now();
  const from = box.scrollTop;
  const distance = distanceTo(box, row);
  const frame = (now: number) => {
    if (latest.get(box) !== turn) return;
    const part = Math.max(0, (now - begun) / GLIDE_MS);
    if (part >= 1) return move(box, row);
    box.scrollTop = from + distance * (1 - (1 - part) ** 3);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

function jump(box: HTMLElement, row: HTMLElement, turn: number): void {
  let frames = SETTLING_FRAMES;
  const settle = () => {
    if (latest.get(box) !== turn) return;
    move(box, row);
    frames -= 1;
    if (frames > 0) requestAnimationFrame(settle);
  };
  settle();
}

const move = (box: HTMLElement, row: HTMLElement): void => {
  box.scrollTop += distanceTo(box, row);
};

/** Stops any scrolling in progress, because the reader has taken over. */
export const letGo = (box: HTMLElement): void => {
  latest.set(box, (latest.get(box) ?? 0) + 1);
};

const distanceTo = (box: HTMLElement, row: HTMLElement): number =>
  row.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
