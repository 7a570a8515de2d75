import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { textsOf, sampleSite } from '../kit/site.fixtures.ts';
import { TEA } from '../episodes/episode.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();
const PHONE = { width: 390, height: 844 };

it.describe('an address that has no page', () => {
  it('shows the 404 screen', async () => {
    const page = await (await site.visitor()).newPage();
    for (const path of ['/nowhere', '/tracked', '/analytics', '/a/b/c/d', '/%E0%A4%A', '/<script>'])
      await it.step(path, async () => {
        await page.goto(path);
        await page.getByRole('heading', { level: 1, name: '404 Page Not Found', exact: true }).waitFor();
        await page.getByText('Did you forget to add the page to the router?', { exact: true }).waitFor();
        expect(await page.title()).toContain('404 Page Not Found');
        await page.getByRole('link', { name: 'Go to the dashboard' }).click();
        await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      });
  });
});

it('is sent packed when it was built, and kept for good', async () => {
  for (const encoding of ['br', 'gzip'])
    await it.step(encoding, async () => {
      const html = await (await fetch(site.product().url)).text();
      const script = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1];
      const { headers } = await fetch(site.product().url + script, { headers: { 'accept-encoding': encoding } });
      expect(headers.get('content-encoding')).toBe(encoding);
      expect(headers.get('content-type')).toMatch(/javascript/);
      expect(headers.get('cache-control')).toBe('public,max-age=31536000,immutable');
      // As long as the file: nothing was packed for this call.
      expect(Number(headers.get('content-length'))).toBeGreaterThan(1000);
    });
});

it('packs answers and pages as it sends them', async () => {
  for (const path of [`/api${TEA}`, TEA]) {
    const answer = await fetch(site.product().url + path, { headers: { accept: '*/*', 'accept-encoding': 'br' } });
    expect({ path, encoding: answer.headers.get('content-encoding') }).toEqual({ path, encoding: 'br' });
  }
});

it('the sidebar has its sections with their links, is fixed from 768 px, and opened by a button below', async () => {
  const page = await site.open('/');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('list', { name: 'Recent podcasts' }).waitFor();
  const linked = async (section: string) =>
    textsOf(navigation.getByRole('region', { name: section }).getByRole('link'));
  for (const [section, names] of [
    ['Main', ['Dashboard', 'Advanced Search', 'Tracked Mentions', 'Analytics', 'Ask Earmark']],
    ['Settings', ['Preferences', 'Help']],
  ] as const)
    expect(await linked(section)).toEqual(expect.arrayContaining([...names]));
  await page.setViewportSize({ width: 768, height: 900 });
  await navigation.waitFor();
  expect(await page.getByRole('button', { name: 'Open menu' }).count()).toBe(0);
  await page.setViewportSize({ width: 767, height: 900 });
  await page.getByRole('button', { name: 'Open menu' }).waitFor();
  // The style sheet shows the button, a listener of its own takes the sidebar away.
  await navigation.waitFor({ state: 'detached' });
});

it('the menu of a phone keeps the focus inside, and is closed by Escape, a click outside, its button and by going somewhere', async () => {
  const page = await site.open('/', PHONE);
  const opener = page.getByRole('button', { name: 'Open menu', exact: true });
  await it.step('closed by Escape, which gives the focus back', async () => {
    await opener.click();
    await menu(page).getByRole('navigation', { name: 'Main' }).waitFor();
    expect(await focusIsIn(page, 'Navigation')).toBe(true);
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'detached' });
    await eventually(
      () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      (focused) => expect(focused).toBe('Open menu'),
    );
  });
  await it.step('the focus stays inside; a click outside closes it', async () => {
    await opener.click();
    await menu(page).waitFor();
    for (let presses = 0; presses < 25; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await focusIsIn(page, 'Navigation')).toBe(true);
    }
    await page.mouse.click(380, 500);
    await menu(page).waitFor({ state: 'detached' });
  });
  await it.step('closed by its button', async () => {
    await opener.click();
    await menu(page).getByRole('button', { name: 'Close menu' }).click();
    await menu(page).waitFor({ state: 'detached' });
  });
  await it.step('closed by going somewhere', async () => {
    await opener.click();
    await menu(page).getByRole('link', { name: 'Tracked Mentions' }).click();
    await menu(page).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    await opener.click();
    await menu(page).waitFor();
    await page.goBack();
    await menu(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/');
  });
});

it.describe('the theme', () => {
  it('is that of the system until it is toggled, is kept, and never shows as the other one first', async () => {
    const page = await site.open('about:blank');
    await it.step('is that of the system at first, and stands before any of the site’s code has run', async () => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.route('**/assets/**', (route) => route.abort());
      await page.goto('/');
      expect(await themeOf(page)).toBe('dark');
      await page.unroute('**/assets/**');
      for (const colorScheme of ['light', 'dark'] as const)
        await it.step(colorScheme, async () => {
          await page.emulateMedia({ colorScheme });
          await page.goto('/');
          await eventually(
            () => themeOf(page),
            (theme) => expect(theme).toBe(colorScheme),
          );
          const other = colorScheme === 'dark' ? 'light' : 'dark';
          await page.emulateMedia({ colorScheme: other });
          await eventually(
            () => themeOf(page),
            (theme) => expect(theme).toBe(other),
          );
        });
    });

    await it.step('is toggled, kept, and from then on stronger than the system', async () => {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto('/');
      await page.getByRole('button', { name: 'Dark mode' }).click();
      await eventually(
        () => themeOf(page),
        (theme) => expect(theme).toBe('dark'),
      );
      expect(await page.evaluate(() => localStorage.getItem('earmark-theme'))).toBe('dark');
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.reload();
      await eventually(
        () => themeOf(page),
        (theme) => expect(theme).toBe('dark'),
      );
      await page.getByRole('button', { name: 'Light mode' }).click();
      await eventually(
        () => themeOf(page),
        (theme) => expect(theme).toBe('light'),
      );
    });

    await it.step('that is kept never shows as the other one first', async () => {
      await page.addInitScript(() => {
        const seen: (string | undefined)[] = [];
        Object.assign(window, { themesSeen: seen });
        const look = () => {
          // Nothing is painted before there is a body.
          const { body, documentElement: root } = document;
          if (body !== null && (seen.length === 0 || seen.at(-1) !== root.dataset.theme)) seen.push(root.dataset.theme);
        };
        new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
      });
      for (const [saved, system] of [
        ['dark', 'light'],
        ['light', 'dark'],
      ] as const)
        await it.step(saved, async () => {
          await page.emulateMedia({ colorScheme: system });
          await page.goto('/health/live');
          await page.evaluate((theme) => localStorage.setItem('earmark-theme', theme), saved);
          await page.goto('/');
          await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
          expect(await page.evaluate(() => Reflect.get(window, 'themesSeen'))).toEqual([saved]);
        });
    });
  });
});

const menu = (page: Page) => page.getByRole('dialog', { name: 'Navigation' });

const themeOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset.theme);

/** Whether what has the focus stands in the dialog of this name. */
const focusIsIn = (page: Page, name: string): Promise<boolean> =>
  page.getByRole('dialog', { name }).evaluate((dialog) => dialog.contains(document.activeElement));
