import { SeriesCard } from '@earmark/contracts/series';
import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { sampleSite, textsOf } from '../kit/site.fixtures.ts';
import type { Look } from '../kit/site.fixtures.ts';
import { eventually, until } from '../kit/until.ts';

const site = sampleSite();

it('the carousel moves by one card every three seconds and round its end, and stands still while somebody attends to it', async () => {
  const { page, names } = await openStopped();
  const list = page.getByRole('list', { name: 'Podcast series' });
  let at = 0;
  const shows = (index: number) => {
    at = (index + names.length) % names.length;

    return eventually(
      () => leftmost(page),
      (shown) => expect(shown).toBe(names[at]),
    );
  };
  const standsStill = async () => {
    await page.clock.runFor(10_000);
    expect(await leftmost(page)).toBe(names[at]);
  };
  const moves = async () => {
    await page.clock.runFor(3000);
    await shows(at + 1);
  };
  await it.step('it moves and wraps to the first', async () => {
    for (const _ of names) await moves();
    expect(at).toBe(0);
  });
  await it.step('it stands still under the pointer and goes on when it leaves', async () => {
    await list.hover();
    await standsStill();
    await page.getByRole('heading', { level: 1 }).hover();
    await moves();
  });
  await it.step('it stands still while the keyboard is in it', async () => {
    await list.getByRole('link').nth(at).focus();
    await standsStill();
    await page.getByRole('link', { name: 'View All' }).focus();
    await moves();
  });
  await it.step('it can be paused and played, and says how else', async () => {
    await page.getByText('Hover to pause').waitFor();
    await page.getByRole('button', { name: 'Pause carousel' }).click();
    await standsStill();
    await page.getByRole('button', { name: 'Play carousel' }).click();
    await moves();
  });
});

it('the carousel can be turned by hand both ways, round the end too, and is still while it is touched', async () => {
  const { page, names } = await openStopped({ hasTouch: true });
  const shows = (name: string | undefined) =>
    eventually(
      () => leftmost(page),
      (shown) => expect(shown).toBe(name),
    );
  const cards = page.getByRole('list', { name: 'Podcast series' });
  await cards.dispatchEvent('touchstart');
  await page.clock.runFor(10_000);
  expect(await leftmost(page)).toBe(names[0]);
  await cards.dispatchEvent('touchend');
  await page.clock.runFor(3000);
  await shows(names[1]);
  await page.getByRole('button', { name: 'Previous podcast' }).click();
  await shows(names[0]);
  await page.getByRole('button', { name: 'Previous podcast' }).click();
  await shows(names.at(-1));
  await page.getByRole('button', { name: 'Next podcast' }).click();
  await shows(names[0]);
});

it('the carousel never moves on its own with reduced motion', async () => {
  const { page, names } = await openStopped({ reducedMotion: 'reduce' });
  await page.clock.runFor(10_000);
  expect(await leftmost(page)).toBe(names[0]);
  expect(await page.getByText('Hover to pause').count()).toBe(0);
  await page.getByRole('button', { name: 'Next podcast' }).click();
  await eventually(
    () => leftmost(page),
    (shown) => expect(shown).toBe(names[1]),
  );
});

/** The dashboard with its clock stopped and the first card at the left. */
async function openStopped(look: Look = {}): Promise<{ page: Page; names: string[] }> {
  const page = await (await site.visitor(look)).newPage();
  await page.clock.install({ time: '2026-01-01T08:00:00Z' });
  await page.clock.pauseAt('2026-01-01T08:00:01Z');
  await page.goto('/');
  const list = page.getByRole('list', { name: 'Podcast series' });
  // What the server answers is shown by timers too: a little at a time, so that no card has moved yet.
  await until(async () => {
    await page.clock.runFor(10);

    return list.isVisible();
  });

  return {
    page,
    names: (await site.product().read('/api/dashboard/podcast-series', z.array(SeriesCard))).map(({ name }) => name),
  };
}

/** Name on the card that stands at the left edge once it does. */
async function leftmost(page: Page): Promise<string | null> {
  const list = page.getByRole('list', { name: 'Podcast series' });
  const heading = await page.getByRole('heading', { name: 'Podcast Series' }).boundingBox();
  for (const card of await list.getByRole('listitem').all()) {
    const box = await card.boundingBox();
    if (box !== null && heading !== null && Math.abs(box.x - heading.x) < 2)
      return (await textsOf(card.getByRole('paragraph').first()))[0] ?? null;
  }

  return null;
}
