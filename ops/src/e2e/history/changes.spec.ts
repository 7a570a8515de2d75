import { EntityTypeView } from '@earmark/contracts/vocabulary';
import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { isRowInBox, readEpisode } from '../episodes/episode.fixtures.ts';
import { changeOf, retell, toast } from './history.fixtures.ts';
import type { Administrator } from '../kit/product.ts';
import { appears, followsFeed, siteWith, textsOf } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = siteWith('sample');
let admin: Administrator;

it.beforeAll(async () => {
  admin = await site.product().signIn();
});

const open = async (query = '', who = 'admin'): Promise<Page> => {
  const page = await site.openAs(who, `/admin/changes${query}`);
  await page.getByRole('heading', { level: 1, name: 'Recent Changes' }).waitFor();

  return page;
};
const articles = (page: Page) => page.getByRole('article');

it.describe('recent changes', () => {
  it('wait above the list until the reader asks for them', async () => {
    await retell(site, admin, { 2: 'Before.' });
    const page = await open();
    await followsFeed(page);
    const first = await articles(page).first().getAttribute('data-change');
    await retell(site, admin, { 3: 'One.' });
    await retell(site, admin, { 4: 'Two.' });
    const button = page.getByRole('button', { name: '2 new changes' });
    await button.waitFor();
    expect(await articles(page).first().getAttribute('data-change')).toBe(first);
    await button.click();
    await changeOf(page, /to “Two.”/).waitFor();
    await button.waitFor({ state: 'detached' });
    expect(await articles(page).nth(2).getAttribute('data-change')).toBe(first);
  });

  it('are filtered by who, kind and podcast, which the address remembers', async () => {
    const page = await open();
    await page.getByLabel('Kind', { exact: true }).selectOption('Categories, entities, patterns');
    await eventually(
      () => textsOf(articles(page).locator('p').first()),
      ([text]) => expect(text).toMatch(/pattern|Entity|Category|link/),
    );
    await page.getByLabel('By', { exact: true }).fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No changes' }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ kind: 'vocabulary', actor: 'nobody' });
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await articles(page).first().waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.goto('/admin/changes?podcast=TheLateCrossing&actor=admin');
    expect(await page.getByLabel('Podcast', { exact: true }).inputValue()).toBe('TheLateCrossing');
    await articles(page).first().waitFor();
    expect(new Set(await textsOf(page.getByRole('heading', { level: 3 })))).toEqual(new Set(['admin']));
  });

  it('lead to their place', async () => {
    await retell(site, admin, { 40: 'At this very place.' });
    const page = await open();
    await changeOf(page, /to “At this very place.”/)
      .getByRole('link', { name: /At this very place/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'The half past two tea' }).waitFor();
    await eventually(
      () => isRowInBox(page, 40),
      (isInBox) => expect(isInBox).toBe(true),
    );
  });

  it('are walked, opened and reverted by keys', async () => {
    const before = (await readEpisode(site)).transcript[42]?.text;
    await retell(site, admin, { 42: 'By key.' });
    const page = await open();
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

  it('of one actor are undone within a span of time, after a preview', async () => {
    const page = await open('?actor=admin');
    const region = page.getByRole('region', { name: 'Undo changes of admin' });
    await region.getByRole('button', { name: 'Undo changes of admin…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo changes of admin…' });
    await dialog.getByRole('heading', { name: /^Will be undone \([1-9]/ }).waitFor();
    await dialog.getByRole('button', { name: /^Undo \d+ changes?$/ }).click();
    await toast(page, /^\d+ changes? undone$/).waitFor();
    expect((await readEpisode(site)).transcript[3]?.text).not.toBe('One.');
    await region.getByLabel('Until').fill('2001-01-01T00:00');
    await region.getByText('The end must be after the start.').waitFor();
    expect(await region.getByRole('button').count()).toBe(0);
  });
});

it.describe('an analyst', () => {
  it('sees everything and reverts what an analyst may revert', async () => {
    await retell(site, admin, { 50: 'Not hers.' });
    const page = await open('', 'ana');
    const change = changeOf(page, /to “Not hers.”/);
    await change.waitFor();
    expect(await change.getByRole('button', { name: 'Revert this change' }).count()).toBe(0);
    await page.getByLabel('Kind', { exact: true }).selectOption('Categories, entities, patterns');
    expect(await appears(page.getByRole('button', { name: 'Revert this change' }).first())).toBe(true);
  });

  it('asks what a change of the patterns does, counted anew', async () => {
    const types = await admin.read('/api/admin/entity-types', z.array(EntityTypeView));
    const entityTypeId = types.find(({ name }) => name === 'location')!.id;
    await admin.post('/api/admin/entity-patterns', { name: 'night', entityTypeId });
    const page = await open('?kind=vocabulary', 'ana');
    const change = changeOf(page, 'Search pattern “night” was added.');
    await change.getByRole('button', { name: 'What it changes' }).click();
    const comparison = change.getByRole('region', { name: 'What it changes' });
    await comparison.getByText(/^Mentions 0 → \d+ \(\+\d+\), episodes 0 → \d+$/).waitFor();
    expect(await appears(comparison.getByRole('list', { name: 'Added' }).locator('mark').first())).toBe(true);
  });
});

it('a visitor is asked to sign in', async () => {
  const page = await site.open('/admin/changes');
  expect(await appears(page.getByRole('form', { name: 'Sign in' }))).toBe(true);
});
