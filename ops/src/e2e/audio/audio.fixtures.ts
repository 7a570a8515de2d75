import { expect } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { pressInPlace, rows } from '../episodes/episode.fixtures.ts';
import { eventually } from '../kit/until.ts';

/** Presses the time of a segment, counted from 0. */
export async function playFrom(page: Page, index: number): Promise<void> {
  await pressInPlace(
    rows(page)
      .nth(index)
      .getByRole('button', { name: /^Play from / }),
  );
}

export interface MentionCandidates {
  seconds: number;
  /** Seconds; 0 until known. */
  duration: number;
  paused: boolean;
  ended: boolean;
  rate: number;
  volume: number;
  muted: boolean;
}

/** What the page's one audio element does. */
export const audio = (page: Page): Promise<MentionCandidates> =>
  page.evaluate(() => {
    const [element, ...others] = document.querySelectorAll('audio');
    if (element === undefined || others.length > 0) throw new Error('the page has not one audio element');
    const { currentTime, duration, paused, ended, playbackRate, volume, muted } = element;

    return { seconds: currentTime, duration: duration || 0, paused, ended, rate: playbackRate, volume, muted };
  });

/** Waits until the file's length is known. */
export async function loaded(page: Page): Promise<MentionCandidates> {
  await page.getByRole('region', { name: 'Audio player' }).waitFor();
  await eventually(
    () => audio(page),
    ({ duration }) => expect(duration).toBeGreaterThan(60),
  );

  return audio(page);
}
