import { prefersReducedMotion } from '../kit/media-query.ts';

const SETTLING_FRAMES = 10;
const GLIDE_MS = 200;
const EDGE_PX = 32;
const latest = new WeakMap<HTMLElement, number>();

/** What scrolls the rows of an area: the area itself where it has a scroll of its own, else the page. */
export const scrollerOf = (area: HTMLElement): HTMLElement =>
  getComputedStyle(area).overflowY === 'visible' ? document.documentElement : area;

/**
 * Where rows of the area can be read, in the coordinates of the window. On a page that scrolls, that is what the bars that
 * stay at its top and the player at its bottom leave free: the page's scroll padding.
 */
export function edgesOf(area: HTMLElement): { readonly top: number; readonly bottom: number } {
  const scroller = scrollerOf(area);
  if (scroller === area) return area.getBoundingClientRect();
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(scroller);

  return { top: pixels(scrollPaddingTop), bottom: window.innerHeight - pixels(scrollPaddingBottom) };
}

const pixels = (length: string): number => Number.parseFloat(length) || 0;

/** Whether the row is completely in view, away from the edges. */
export function isInView(area: HTMLElement, row: HTMLElement): boolean {
  const outer = edgesOf(area);
  const inner = row.getBoundingClientRect();

  return inner.top >= outer.top + EDGE_PX && inner.bottom <= outer.bottom - EDGE_PX;
}

/** Whether the element, which may belong to a bar, is completely in the window and not behind the player. */
export function isInWindow(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const { scrollPaddingBottom } = getComputedStyle(document.documentElement);

  return top >= 0 && bottom <= window.innerHeight - pixels(scrollPaddingBottom);
}

/** Position of the row relative to what is in view. */
export type Place = 'above' | 'here' | 'below';

/** Above or below what is in view, or at least partly in view. */
export function placeOf(area: HTMLElement, row: HTMLElement): Place {
  const outer = edgesOf(area);
  const inner = row.getBoundingClientRect();
  if (inner.bottom <= outer.top) return 'above';

  return inner.top >= outer.bottom ? 'below' : 'here';
}

/**
 * Scrolls until the row is in the upper third of what is in view. Distant rows are jumped to; since chunks get their true
 * height only when they come into view, the jump is corrected for a few frames.
 */
export function bringIntoView(area: HTMLElement, row: HTMLElement): void {
  const turn = (latest.get(area) ?? 0) + 1;
  latest.set(area, turn);
  const { top, bottom } = edgesOf(area);
  if (Math.abs(distanceTo(area, row)) < (bottom - top) * 1.5 && !prefersReducedMotion()) glide(area, row, turn);
  else jump(area, () => distanceTo(area, row), turn);
}

/** How many pixels below the upper edge of what is in view the row begins; negative: it begins above. */
export const offsetOf = (area: HTMLElement, row: HTMLElement): number =>
  row.getBoundingClientRect().top - edgesOf(area).top;

/** Scrolls until the row begins so many pixels below the upper edge, at once: the reader was there before. */
export function bringBack(area: HTMLElement, row: HTMLElement, offset: number): void {
  const turn = (latest.get(area) ?? 0) + 1;
  latest.set(area, turn);
  jump(area, () => offsetOf(area, row) - offset, turn);
}

// Native smooth scrolling takes longer and swallows the first turn of the reader's wheel.
function glide(area: HTMLElement, row: HTMLElement, turn: number): void {
  const begun = performance.now();
  const scroller = scrollerOf(area);
  const from = scroller.scrollTop;
  const distance = distanceTo(area, row);
  const frame = (now: number) => {
    if (latest.get(area) !== turn) return;
    const part = Math.max(0, (now - begun) / GLIDE_MS);
    if (part >= 1) return move(area, distanceTo(area, row));
    scroller.scrollTop = from + distance * (1 - (1 - part) ** 3);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

function jump(area: HTMLElement, distance: () => number, turn: number): void {
  let frames = SETTLING_FRAMES;
  const settle = () => {
    if (latest.get(area) !== turn) return;
    move(area, distance());
    frames -= 1;
    if (frames > 0) requestAnimationFrame(settle);
  };
  settle();
}

const move = (area: HTMLElement, distance: number): void => {
  scrollerOf(area).scrollTop += distance;
};

/** Stops any scrolling in progress, because the reader has taken over. */
export const letGo = (area: HTMLElement): void => {
  latest.set(area, (latest.get(area) ?? 0) + 1);
};

const distanceTo = (area: HTMLElement, row: HTMLElement): number => {
  const { top, bottom } = edgesOf(area);

  return row.getBoundingClientRect().top - top - (bottom - top) / 3;
};
