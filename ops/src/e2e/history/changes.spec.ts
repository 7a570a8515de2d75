import { EntityTypeView } from '@earmark/contracts/vocabulary';
import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { isRowInView, readEpisode } from '../episodes/episode.fixtures.ts';
import { changeOf, retell, toast } from './history.fixtures.ts';
import type { Administrator } from '../kit/product.ts';
import { appears, editedSite, followsFeed, textsOf } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = editedSite();
let admin: Administrator;

it.beforeAll(async () => {
  admin = await site.product().signIn();
});

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/admin/changes${query}`);
  await page.getByRole('heading', { level: 1, name: 'Recent Changes' }).waitFor();
}
const articles = (page: Page) => page.getByRole('article');

it('recent changes wait for the reader, are filtered, lead to their place, and are reverted by keys or by actor', async () => {
  const page = await site.openAs('admin', 'about:blank');
  await it.step('wait above the list until the reader asks for them', async () => {
    await retell(site, admin, { 2: 'Before.' });
    await open(page);
    await followsFeed(page);
    const first = await articles(page).first().getAttribute('data-change');
    await retell(site, admin, { 3: 'One.' });
    await retell(site, admin, { 4: 'Two.' });
    const button = page.getByRole('button', { name: '2 new entries' });
    await button.waitFor();
    expect(await articles(page).first().getAttribute('data-change')).toBe(first);
    await button.click();
    await changeOf(page, /to “Two.”/).waitFor();
    await button.waitFor({ state: 'detached' });
    expect(await articles(page).nth(2).getAttribute('data-change')).toBe(first);
  });

  await it.step('are filtered by who, kind and podcast, which the address remembers', async () => {
    await open(page);
    await page.getByLabel('Kind', { exact: true }).selectOption('Categories, entities, patterns');
    await eventually(
      () => textsOf(articles(page).locator('p').first()),
      ([text]) => expect(text).toMatch(/pattern|Entity|Category|link/),
    );
    await page.getByLabel('By', { exact: true }).fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No changes' }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ kind: 'vocabulary', actor: 'nobody' });
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await articles(page).first().waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.goto('/admin/changes?podcast=TheLateCrossing&actor=admin');
    expect(await page.getByLabel('Podcast', { exact: true }).inputValue()).toBe('TheLateCrossing');
    await articles(page).first().waitFor();
    expect(new Set(await textsOf(page.getByTitle(/^Only changes by /)))).toEqual(new Set(['admin']));
    await page.getByLabel('Words', { exact: true }).fill('Two.');
    await page.getByLabel('From', { exact: true }).fill(new Date().toISOString().slice(0, 10));
    await page.getByLabel('Words', { exact: true }).press('Enter');
    await eventually(
      () => articles(page).count(),
      (count) => expect(count).toBe(1),
    );
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ text: 'Two.' });
  });

  await it.step('lead to their place', async () => {
    await retell(site, admin, { 40: 'At this very place.' });
    await open(page);
    await changeOf(page, /to “At this very place.”/)
      .getByRole('link', { name: /At this very place/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'The half past two tea' }).waitFor();
    await eventually(
      () => isRowInView(page, 40),
      (isInView) => expect(isInView).toBe(true),
    );
  });

  await it.step('are walked, opened and reverted by keys', async () => {
    const before = (await readEpisode(site)).transcript[42]?.text;
    await retell(site, admin, { 42: 'By key.' });
    await open(page);
    await articles(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    expect(await changeOf(page, /to “By key.”/).evaluate((row) => row === document.activeElement)).toBe(true);
    await page.keyboard.press('u');
    await page.getByRole('form', { name: 'Revert' }).waitFor();
    await page.keyboard.type('just j and k');
    await page.keyboard.press('Enter');
    await toast(page, 'Change reverted').waitFor();
    expect((await readEpisode(site)).transcript[42]?.text).toBe(before);
    await changeOf(page, /^Changed “By key.”/).waitFor();
    await eventually(
      () => changeOf(page, /to “By key.”/).evaluate((row) => row === document.activeElement),
      (isFocused) => expect(isFocused).toBe(true),
    );
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    expect(await appears(page.getByRole('heading', { level: 1, name: 'The half past two tea' }))).toBe(true);
  });

  await it.step('of one actor are undone within a span of time, after a preview', async () => {
    const before = (await readEpisode(site)).transcript[44]?.text;
    // Before the change: the field knows minutes only, and the next may begin at any time.
    const from = new Date().toISOString().slice(0, 16);
    await retell(site, admin, { 44: 'To be undone.' });
    await open(page, '?actor=admin');
    const region = page.getByRole('region', { name: 'Undo changes of admin' });
    // What was done before this step is left alone.
    await region.getByLabel('Changed from').fill(from);
    await region.getByRole('button', { name: 'Undo changes of admin…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo changes of admin…' });
    await dialog.getByRole('heading', { name: /^Will be undone \([1-9]/ }).waitFor();
    await dialog.getByRole('button', { name: /^Undo \d+ changes?$/ }).click();
    await toast(page, /^\d+ changes? undone$/).waitFor();
    expect((await readEpisode(site)).transcript[44]?.text).toBe(before);
    await region.getByLabel('Until').fill('2001-01-01T00:00');
    await region.getByText('The end must be after the start.').waitFor();
    expect(await region.getByRole('button').count()).toBe(0);
  });
});

it('a change of hundreds of fields is folded where the reader is', async () => {
  const patterns = Array.from({ length: 300 }, (_, index) => `Vessel ${index},location`);
  await admin.post('/api/admin/entity-patterns/csv', Buffer.from(['name,type', ...patterns].join('\n')));
  const page = await site.openAs('admin', 'about:blank');
  await open(page, '?kind=vocabulary');
  const change = changeOf(page, '300 search patterns were imported');
  await change.getByRole('button', { name: 'Show all fields' }).click();
  await change.getByRole('button', { name: 'Show fewer' }).click();
  await expect(change.getByRole('button', { name: 'Show all 300 fields' })).toBeInViewport();
});

it('an analyst sees everything, reverts what an analyst may revert, and asks what a change of patterns does', async () => {
  const page = await site.openAs('ana', 'about:blank');
  await it.step('reverts what an analyst may revert', async () => {
    await retell(site, admin, { 50: 'Not hers.' });
    await open(page);
    const change = changeOf(page, /to “Not hers.”/);
    await change.waitFor();
    expect(await change.getByRole('button', { name: 'Revert this change' }).count()).toBe(0);
    await page.getByLabel('Kind', { exact: true }).selectOption('Categories, entities, patterns');
    expect(await appears(page.getByRole('button', { name: 'Revert this change' }).first())).toBe(true);
  });

  await it.step('asks what a change of the patterns does, counted anew', async () => {
    const types = await admin.read('/api/admin/entity-types', z.array(EntityTypeView));
    const entityTypeId = types.find(({ name }) => name === 'location')!.id;
    await admin.post('/api/admin/entity-patterns', { name: 'evening', entityTypeId });
    await open(page, '?kind=vocabulary');
    const change = changeOf(page, 'Search pattern “evening” was added.');
    await change.getByRole('button', { name: 'What it changes' }).click();
    const comparison = change.getByRole('region', { name: 'What it changes' });
    await comparison.getByText(/^Mentions 0 → \d+ \(\+\d+\), episodes 0 → \d+$/).waitFor();
    expect(await appears(comparison.getByRole('list', { name: 'Added' }).locator('mark').first())).toBe(true);
  });
});
