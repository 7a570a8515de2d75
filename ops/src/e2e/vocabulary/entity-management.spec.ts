import { readFile } from 'node:fs/promises';
import { EntityTypeView, PatternView } from '@earmark/contracts/vocabulary';
import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { Administrator } from '../kit/product.ts';
import { appears, failCalls, FAILURE, followsFeed, siteWith, textsOf } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = siteWith('empty');
let admin: Administrator;

it.beforeAll(async () => {
  admin = await site.product().signIn();
});

it.describe('the categories', () => {
  it('are listed with their counts, and opened one at a time, which the address remembers', async () => {
    await addPattern('book', 'Silent Spring');
    await addPattern('book', 'The Spring', 'Silent Spring');
    const page = await open();
    const list = page
      .getByRole('region', { name: 'Entity Categories' })
      .getByRole('list', { name: 'Entity categories' });
    await eventually(
      () => textsOf(list.getByRole('listitem')),
      (texts) => {
        expect(texts).toHaveLength(7);
        expect(texts[0]).toBe('Book book 2 patterns · 1 entity');
        expect(texts[1]).toBe('Company company 0 patterns · 0 entities');
      },
    );
    await category(page, 'Book').click();
    await patternsOf(page, 'Book').waitFor();
    await category(page, 'Company').click();
    await patternsOf(page, 'Company').getByText('No search patterns yet. Add one above.', { exact: true }).waitFor();
    expect(await patternsOf(page, 'Book').count()).toBe(0);
    await page.reload();
    await patternsOf(page, 'Company').waitFor();
    await category(page, 'Company').click();
    await patternsOf(page, 'Company').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });
});

it.describe('a new category', () => {
  it('is created as typed, with icon and colour, and opened', async () => {
    const page = await open();
    const form = await openCategoryForm(page);
    await form.getByRole('button', { name: 'Icon Package' }).waitFor();
    expect(await form.getByRole('radio').count()).toBe(22);
    await form.getByLabel('Name', { exact: true }).fill('Medical  Device');
    expect(await form.getByLabel('Display Name').inputValue()).toBe('Medical  Device');
    await form.getByText('Kept as medical_device').waitFor();
    await form.getByRole('button', { name: 'Icon Package' }).click();
    const icons = page.getByRole('dialog', { name: 'Icons' });
    await eventually(
      () => icons.getByRole('radio').count(),
      (count) => expect(count).toBeGreaterThanOrEqual(90),
    );
    await icons.getByRole('searchbox', { name: 'Search icons...' }).fill('steth');
    await icons.getByRole('radio', { name: 'Stethoscope' }).click();
    await icons.waitFor({ state: 'detached' });
    await form.getByRole('radio', { name: 'Teal' }).click();
    await form.getByRole('button', { name: 'Add category' }).click();
    await toast(page, 'Entity type created successfully!');
    await patternsOf(page, 'Medical Device').waitFor();
    expect((await types()).find(({ name }) => name === 'medical_device')).toMatchObject({
      displayName: 'Medical  Device',
      iconName: 'Stethoscope',
      colorClass: 'bg-teal-100 text-teal-800',
    });
  });

  it('is made with the keyboard alone', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Add category' }).focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('form', { name: 'Add category' });
    await form.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.type('Ship');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('searchbox', { name: 'Search icons...' }).waitFor();
    await page.keyboard.type('anchor');
    // From the text over its clear button to the icons.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await eventually(
      () => form.getByRole('button', { name: 'Icon Anchor' }).evaluate((icon) => icon === document.activeElement),
      (hasFocus) => expect(hasFocus).toBe(true),
    );
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await toast(page, 'Entity type created successfully!');
    expect((await types()).find(({ name }) => name === 'ship')).toMatchObject({
      iconName: 'Anchor',
      colorClass: 'bg-green-100 text-green-800',
    });
  });
});

it.describe('a new pattern', () => {
  it('is a whole word in any case by default, and the form is ready for the next', async () => {
    const page = await open('person');
    const form = page.getByRole('form', { name: 'Add pattern' });
    expect(await form.getByLabel('Case sensitive').isChecked()).toBe(false);
    expect(await form.getByLabel('Whole word').isChecked()).toBe(true);
    await form.getByLabel('Search term').fill('Ama Quaye');
    await form.getByLabel('URL (optional)').fill('https://ama.example/');
    await page.keyboard.press('Enter');
    await toast(page, 'Search pattern added successfully!');
    await entity(page, 'Ama Quaye').waitFor();
    expect(await page.getByRole('link', { name: 'Website of Ama Quaye' }).getAttribute('href')).toBe(
      'https://ama.example/',
    );
    await eventually(
      () => form.getByLabel('Search term').evaluate((input) => input === document.activeElement),
      (isFocused) => expect(isFocused).toBe(true),
    );
    await form.getByLabel('Search term').fill('AQ');
    await form.getByLabel('Belongs to').fill('ama');
    expect(await form.locator('datalist option').allInnerTexts()).toEqual(['Ama Quaye']);
    await form.getByLabel('Belongs to').fill('Ama Quaye');
    await form.getByLabel('Case sensitive').check();
    await form.getByLabel('Whole word').uncheck();
    await form.getByRole('button', { name: 'Add pattern' }).click();
    await eventually(
      () => textsOf(entity(page, 'Ama Quaye').getByRole('listitem')),
      (texts) => expect(texts).toEqual(['Ama Quaye', 'AQ Case sensitive Part of words']),
    );
    await eventually(
      () => form.getByLabel('Whole word').isChecked(),
      (isChecked) => expect(isChecked).toBe(true),
    );
  });

  it('that exists already, or an invalid link, is refused with the reason', async () => {
    await addPattern('person', 'Kofi Mensah');
    const page = await open('person');
    const form = page.getByRole('form', { name: 'Add pattern' });
    await form.getByLabel('Search term').fill('kofi mensah');
    await form.getByRole('button', { name: 'Add pattern' }).click();
    await toast(page, 'Failed to add search pattern', '409: "Kofi Mensah" is already a pattern of person.');
    expect(await form.getByLabel('Search term').inputValue()).toBe('kofi mensah');
    await form.getByLabel('Search term').fill('Esi');
    await form.getByLabel('URL (optional)').fill('nowhere');
    await form.getByRole('button', { name: 'Add pattern' }).click();
    await page.getByText(/^400: The field "url" is not valid/).waitFor();
  });

  it('of another user appears without a reload', async () => {
    const page = await open('person');
    await page.getByRole('form', { name: 'Add pattern' }).waitFor();
    await followsFeed(page);
    await addPattern('person', 'Yaa Asantewaa');
    expect(await appears(entity(page, 'Yaa Asantewaa'))).toBe(true);
  });
});

it.describe('a pattern', () => {
  it('is edited in place, and the focus comes back', async () => {
    await addPattern('product', 'Walkman');
    const page = await open('product');
    await page.getByRole('button', { name: 'Edit Walkman', exact: true }).click();
    const form = page.getByRole('form', { name: 'Edit Walkman' });
    expect(await form.getByLabel('Search term').evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await eventually(
      () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      (focused) => expect(focused).toBe('Edit Walkman'),
    );
    await page.keyboard.press('Enter');
    await form.getByLabel('Search term').fill('');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await toast(page, 'Please fill in all required fields');
    await form.getByLabel('Search term').fill('Sony Walkman');
    await form.getByLabel('Case sensitive').check();
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await toast(page, 'Search pattern "Sony Walkman" updated successfully!');
    // Renaming the only pattern with its entity's name renames the entity.
    await eventually(
      () => textsOf(entity(page, 'Sony Walkman').getByRole('listitem')),
      (texts) => expect(texts).toEqual(['Sony Walkman Case sensitive']),
    );
  });

  it('moves to another entity, without its link', async () => {
    await addPattern('product', 'Discman', undefined, 'https://discman.example/');
    await addPattern('product', 'Minidisc');
    const page = await open('product');
    await page.getByRole('button', { name: 'Edit Discman', exact: true }).click();
    const form = page.getByRole('form', { name: 'Edit Discman' });
    await form.getByLabel('Belongs to').fill('Minidisc');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await eventually(
      () => textsOf(entity(page, 'Minidisc').getByRole('listitem')),
      (texts) => expect(texts.toSorted()).toEqual(['Discman', 'Minidisc']),
    );
    await eventually(
      () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      (focused) => expect(focused).toBe('Edit Discman'),
    );
    expect((await patterns()).find(({ name }) => name === 'Discman')).toMatchObject({ entity: 'Minidisc', url: null });
  });

  it('keeps changes by others while its form is open', async () => {
    await addPattern('product', 'Cassette');
    const page = await open('product');
    await followsFeed(page);
    await page.getByRole('button', { name: 'Edit Cassette', exact: true }).click();
    const form = page.getByRole('form', { name: 'Edit Cassette' });
    await form.getByLabel('URL').fill('https://cassette.example/');
    const elsewhere = await open('product');
    await elsewhere.getByRole('button', { name: 'Edit Cassette', exact: true }).click();
    const other = elsewhere.getByRole('form', { name: 'Edit Cassette' });
    await other.getByLabel('Case sensitive').check();
    await other.getByRole('button', { name: 'Save Changes' }).click();
    await toast(elsewhere, 'Search pattern "Cassette" updated successfully!');
    await eventually(
      () => form.getByLabel('Case sensitive').isChecked(),
      (isChecked) => expect(isChecked).toBe(true),
    );
    const asked = page.waitForRequest(
      (call) => call.url().endsWith('/patterns/preview') && call.postDataJSON().wholeWord === false,
    );
    await form.getByLabel('Whole word').uncheck();
    expect((await asked).postDataJSON()).toEqual({ change: 'edit', id: expect.any(String), wholeWord: false });
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await toast(page, 'Search pattern "Cassette" updated successfully!');
    expect((await patterns()).find(({ name }) => name === 'Cassette')).toMatchObject({
      caseSensitive: true,
      wholeWord: false,
      url: 'https://cassette.example/',
    });
  });

  it('whose edit is refused stays open with the reason', async () => {
    await addPattern('product', 'Tape');
    await addPattern('product', 'Reel');
    const page = await open('product');
    await page.getByRole('button', { name: 'Edit Reel', exact: true }).click();
    const form = page.getByRole('form', { name: 'Edit Reel' });
    await form.getByLabel('Search term').fill('tape');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await toast(page, 'Failed to update search pattern', '409: "Tape" is already a pattern of product.');
    expect(await form.getByLabel('Search term').inputValue()).toBe('tape');
  });

  it('is deleted after a question, to which Escape and Cancel say no', async () => {
    await addPattern('restaurant', 'Chop Bar');
    const page = await open('restaurant');
    const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this pattern?' });
    for (const no of [
      () => page.keyboard.press('Escape'),
      () => question.getByRole('button', { name: 'Cancel' }).click(),
    ]) {
      await page.getByRole('button', { name: 'Delete Chop Bar' }).click();
      await question.getByText('“Chop Bar”, in Restaurant.').waitFor();
      await no();
      await question.waitFor({ state: 'detached' });
    }
    const recover = await failCalls(page, /\/api\/admin\/entity-patterns\/[^/]+$/);
    await page.getByRole('button', { name: 'Delete Chop Bar' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Failed to delete search pattern', `503: ${FAILURE}`);
    await recover();
    // The message may lie over it.
    await page.getByRole('button', { name: 'Delete Chop Bar' }).press('Enter');
    await question.getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Search pattern deleted successfully!');
    expect(await appears(page.getByText('No search patterns yet. Add one above.', { exact: true }))).toBe(true);
  });
});

it.describe('many patterns', () => {
  it('are shown a hundred entities at a time, and found by name or alias', async () => {
    await addPattern('platform', 'Zeta net');
    await addPattern('platform', 'Ωmega', 'Zeta net');
    for (let number = 1; number <= 119; number += 1) await addPattern('platform', `Radio ${number}`);
    const page = await open('platform');
    const entities = page.getByRole('list', { name: 'Entities' }).locator(':scope > li');
    await page.getByText('100 of 120 entities shown', { exact: true }).waitFor();
    expect(await entities.count()).toBe(100);
    await page.getByRole('button', { name: 'Show more' }).click();
    await eventually(
      () => entities.count(),
      (count) => expect(count).toBe(120),
    );
    const search = page.getByRole('searchbox', { name: 'Search patterns of Platform...' });
    await search.fill('ωMEGA');
    await page.getByText('1 of 120 entities found', { exact: true }).waitFor();
    expect(await textsOf(entities)).toEqual(['Zeta net Zeta net Ωmega']);
    await search.fill('nothing');
    await page.getByText('No entity or pattern in Platform contains “nothing”.').waitFor();
    await page.getByRole('button', { name: 'Clear search', exact: true }).last().click();
    await page.getByText('100 of 120 entities shown', { exact: true }).waitFor();
  });
});

it.describe('a file of patterns', () => {
  it('is imported, with a report on its rows', async () => {
    await addPattern('location', 'Tema');
    const page = await open('location');
    await entity(page, 'Tema').waitFor();
    await choose(
      page,
      `${HEADER}\nKumasi,location,,false,true,\nTema,location,,false,true,\nTema,location,Ghana,false,true,\nTema,location,,false,x,\n`,
    );
    const report = page.getByRole('region', { name: 'Import report' });
    await report.getByText('1 added, 1 unchanged, 2 skipped.', { exact: true }).waitFor();
    expect((await textsOf(report.getByRole('row'))).slice(1)).toEqual([
      '4 "Tema" is already a pattern of "Tema"',
      expect.stringMatching(/^5 wholeWord is "x"; write true, yes, /),
    ]);
    await entity(page, 'Kumasi').waitFor();
    await report.getByRole('button', { name: 'Close the report' }).click();
    await report.waitFor({ state: 'detached' });
    await choose(page, 'no header at all');
    await toast(page, 'Failed to import search patterns');
    expect(await appears(page.getByText(/^400: The first line must be the header/))).toBe(true);
  });

  it('that is refused says why, and can be chosen again', async () => {
    const page = await open();
    const recover = await failCalls(page, CSV);
    await category(page, 'Book').waitFor();
    await choose(page, FILE);
    await toast(page, 'Failed to import search patterns', `503: ${FAILURE}`);
    await recover();
    await page.route(CSV, (route) => route.fulfill({ json: { added: 1, unchanged: 0, skipped: [] } }));
    await choose(page, FILE);
    expect(await appears(page.getByText('1 added, 0 unchanged, 0 skipped.', { exact: true }))).toBe(true);
  });

  it('is offered with all patterns', async () => {
    await addPattern('location', 'Cape Coast');
    const page = await open();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('entity-patterns.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
    expect(lines[0]).toContain(HEADER);
    expect(lines.filter((line) => line.startsWith('Cape Coast,location,'))).toHaveLength(1);
  });
});

const CSV = /\/api\/admin\/entity-patterns\/csv$/;
const HEADER = 'name,type,entity,caseSensitive,wholeWord,url';
const FILE = `${HEADER}\nElmina,location,,false,true,\n`;

async function choose(page: Page, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await (await chooser).setFiles({ name: 'patterns.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
}

const open = async (name?: string): Promise<Page> =>
  site.openAs('admin', name === undefined ? '/admin/entities' : `/admin/entities?category=${name}`);

const category = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) });
const patternsOf = (page: Page, name: string) => page.getByRole('region', { name: `Patterns of ${name}` });
const entity = (page: Page, name: string) => page.getByRole('list', { name: `Patterns of ${name}`, exact: true });

async function openCategoryForm(page: Page) {
  await page.getByRole('button', { name: 'Add category' }).click();

  return page.getByRole('form', { name: 'Add category' });
}

/** Waits for the one message that is shown. */
async function toast(page: Page, title: string, detail?: string): Promise<void> {
  const message = page.locator('[data-sonner-toast]').filter({ has: page.getByText(title, { exact: true }) });
  await message.waitFor();
  if (detail !== undefined) await message.getByText(detail, { exact: true }).waitFor();
}

const types = () => admin.read('/api/admin/entity-types', z.array(EntityTypeView));
const patterns = () => admin.read('/api/admin/entity-patterns', z.array(PatternView));

async function addPattern(type: string, name: string, owner?: string, url?: string): Promise<void> {
  const entityTypeId = (await types()).find((known) => known.name === type)?.id;
  await admin.post('/api/admin/entity-patterns', { name, entity: owner, url, entityTypeId });
}
