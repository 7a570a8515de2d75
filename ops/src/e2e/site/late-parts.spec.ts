import type { Page } from 'playwright-core';
import { TEA } from '../episodes/episode.fixtures.ts';
import { sampleSite } from '../kit/site.fixtures.ts';
import { expect, it } from '../kit/test.ts';
import { eventually } from '../kit/until.ts';

// Parts that are loaded when they are first opened, while there is no connection.

const site = sampleSite();
const PHONE = { width: 390, height: 844 };
const UNREACHABLE = /You are offline, or Earmark does not answer/;

it('the palette, the suggestions and the menu leave the page when they cannot be loaded, and open at the next try', async () => {
  const page = await site.open('about:blank');
  const connect = await withoutParts(page, /palette|suggestion-panel|slide-over/);
  await page.goto('/');
  await page.getByRole('list', { name: 'Recent episodes' }).waitFor();
  const search = page.getByRole('combobox', { name: 'Search podcasts, episodes, entities...' });
  const isLeft = async () => {
    await page.getByText(UNREACHABLE).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.getByRole('list', { name: 'Recent episodes' }).waitFor();
    await page.getByRole('button', { name: 'Close toast' }).click();
    await page.getByText(UNREACHABLE).waitFor({ state: 'detached' });
  };
  await it.step('without a connection', async () => {
    await page.keyboard.press('Control+k');
    await isLeft();
    await search.fill('tea');
    await isLeft();
    await search.fill('');
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await isLeft();
    await page.getByRole('button', { name: 'Search and commands (Ctrl K)' }).click();
    await isLeft();
  });
  await it.step('with one again', async () => {
    await connect();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog', { name: 'Navigation' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Search and commands (Ctrl K)' }).click();
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor();
    // Its style sheet had failed with it.
    const style = page.locator('link[rel=stylesheet][href*="palette"]');
    await eventually(
      () => style.evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).sheet !== null)),
      (loaded) => expect(loaded).toEqual([true]),
    );
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
    await search.fill('tea');
    await page.getByRole('option').first().waitFor();
  });
});

it('an episode stays readable when its panels cannot be loaded; time travel comes by itself', async () => {
  const page = await site.open('about:blank');
  const connect = await withoutParts(page, /history-sheet|episode-time-travel/);
  await page.goto(TEA);
  const segments = page.getByRole('list', { name: 'Segments' });
  await segments.waitFor();
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByText(/Try again in a moment/).waitFor();
  expect(await segments.isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Time travel' }).click();
  await page.getByText(/It appears as soon as it can/).waitFor();
  expect(await segments.isVisible()).toBe(true);
  await connect();
  await page.getByRole('region', { name: 'Moments of this episode' }).waitFor();
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('dialog', { name: 'History' }).waitFor();
});

it('says so even when what shows messages could not be loaded either', async () => {
  const page = await site.open('about:blank');
  await withoutParts(page, /palette|toaster/);
  await page.goto('/');
  await page.getByRole('list', { name: 'Recent episodes' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('alert').filter({ hasText: UNREACHABLE }).waitFor();
});

/** A page that can load neither these scripts and their styles nor reach the server; until the returned function is called. */
async function withoutParts(page: Page, names: RegExp): Promise<() => Promise<void>> {
  const addresses = [new RegExp(`/assets/(${names.source})-`), /\/health\/live$/];
  for (const address of addresses) await page.route(address, (route) => route.abort());

  return async () => {
    for (const address of addresses) await page.unroute(address);
  };
}
