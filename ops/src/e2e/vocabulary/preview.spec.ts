import { PreviewAnswer } from '@earmark/contracts/recounts';
import { EntityTypeView } from '@earmark/contracts/vocabulary';
import { expect, it } from '../kit/test.ts';
import type { Locator, Page, Request } from 'playwright-core';
import { z } from 'zod';
import { audio } from '../audio/audio.fixtures.ts';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { appears, failCalls, FAILURE, siteWith, textsOf } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = siteWith('sample');

it.describe('a new pattern', () => {
  it('says what it would find as it is typed, with passages that lead to their place', async () => {
    const page = await open();
    const form = page.getByRole('form', { name: 'Add pattern' });
    const preview = form.getByRole('region', { name: 'Preview' });
    await preview.getByText('Matches appear here as you type.', { exact: true }).waitFor();
    await form.getByLabel('Search term').fill('umlaut');
    await totals(preview, /^Mentions 0 → [1-9]\d* \(\+\d+\), episodes 0 → [1-9]\d*$/);
    await eventually(
      () => textsOf(preview.getByRole('tab')),
      (texts) => expect(texts).toEqual([expect.stringMatching(/^Added [1-9]/), 'Removed 0', 'Unchanged 0']),
    );
    const passages = preview.getByRole('list', { name: 'Added' }).getByRole('listitem');
    expect((await passages.first().locator('mark').innerText()).toLowerCase()).toBe('umlaut');
    await preview.getByText(/^Most affected episodes \(\d+\)$/).click();
    expect(
      await preview.getByRole('list', { name: 'Most affected episodes' }).getByRole('listitem').count(),
    ).toBeGreaterThan(0);
    await expectNoFaults(page, 'form[aria-label="Add pattern"]');
    await page.setViewportSize({ width: 1440, height: 900 });
    await passages.first().getByRole('link').click();
    await page.waitForURL(/\/podcasts\/[^/]+\/[^/]+\?t=\d+&search=umlaut$/i);
  });

  it('shows the answer to the last input, and aborts the previous request', async () => {
    const page = await open();
    const form = page.getByRole('form', { name: 'Add pattern' });
    const isFirst = (call: Request) => call.url().endsWith('/preview') && call.postDataJSON().name === 'the';
    // The first one is never answered.
    await page.route('**/api/admin/patterns/preview', (route) =>
      isFirst(route.request()) ? undefined : route.continue(),
    );
    const asked = page.waitForRequest(isFirst);
    await form.getByLabel('Search term').fill('the');
    await asked;
    const givenUp = page.waitForEvent('requestfailed', isFirst);
    await form.getByLabel('Search term').fill('no such word anywhere');
    await totals(form, /^Mentions 0 → 0 \(±0\), episodes 0 → 0$/);
    await givenUp;
    expect(await textsOf(form.getByRole('tab'))).toEqual(['Added 0', 'Removed 0', 'Unchanged 0']);
  });

  it('plays a passage where there is audio, at the speed of its podcast', async () => {
    const page = await open();
    const form = page.getByRole('form', { name: 'Add pattern' });
    const answer = page.waitForResponse('**/api/admin/patterns/preview');
    await form.getByLabel('Search term').fill('tea');
    const { added } = PreviewAnswer.parse(await (await answer).json());
    await page.evaluate(
      (speeds) => localStorage.setItem('earmark-speeds', speeds),
      JSON.stringify(Object.fromEntries(added.map(({ podcastUuid }) => [podcastUuid, 1.5]))),
    );
    await form
      .getByRole('button', { name: /^Play from .* of / })
      .first()
      .click();
    expect(await appears(page.getByRole('button', { name: /^Pause/ }).first())).toBe(true);
    expect((await audio(page)).rate).toBe(1.5);
  });

  it('marks what it finds in a sentence, without asking the server', async () => {
    const page = await open();
    const form = page.getByRole('form', { name: 'Add pattern' });
    await form.getByLabel('Search term').fill('go');
    await form.getByLabel('Test a sentence').fill('Go to Google and go.');
    await form.getByText('Found 2 times', { exact: true }).waitFor();
    expect(await textsOf(form.locator('output mark'))).toEqual(['Go', 'go']);
    await form.getByLabel('Whole word').uncheck();
    await form.getByText('Found 3 times', { exact: true }).waitFor();
    await form.getByLabel('Case sensitive').check();
    await form.getByText('Found 1 time', { exact: true }).waitFor();
    await form.getByLabel('Test a sentence').press('Enter');
    await form.getByLabel('Search term').fill('gone');
    await form.getByText('Not found', { exact: true }).waitFor();
    expect(await page.getByText('Search pattern added successfully!').count()).toBe(0);
  });

  it('says why nothing can be said', async () => {
    const page = await open();
    const form = page.getByRole('form', { name: 'Add pattern' });
    await failCalls(page, /\/patterns\/preview$/);
    await form.getByLabel('Search term').fill('umlaut');
    expect(await appears(form.getByRole('alert').filter({ hasText: `503: ${FAILURE}` }))).toBe(true);
  });
});

it('of a change says what stays and what goes', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Edit Lagos' }).click();
  const form = page.getByRole('form', { name: 'Edit Lagos' });
  await totals(form, /^Mentions 19 → 19 \(±0\), episodes \d+ → \d+$/);
  await form.getByRole('tab', { name: 'Unchanged 19' }).waitFor();
  const passages = form.getByRole('list', { name: 'Unchanged' }).getByRole('listitem');
  expect(await passages.count()).toBe(10);
  expect(await passages.first().locator('mark').innerText()).toBe('Lagos');
  await form.getByLabel('Search term').fill('Lagoss');
  await totals(form, /^Mentions 19 → 0 \(−19\), episodes \d+ → 0$/);
  await form.getByRole('tab', { name: 'Removed 19' }).focus();
  await page.keyboard.press('ArrowLeft');
  expect(await appears(form.getByRole('tab', { name: 'Added 0', selected: true }))).toBe(true);
});

it('of a deletion is shown with the question', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Delete Lagos' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this pattern?' });
  await totals(dialog, /^Mentions 19 → 0 \(−19\), episodes \d+ → 0$/);
  expect(await dialog.getByRole('list', { name: 'Removed' }).getByRole('listitem').count()).toBe(10);
  await dialog.getByRole('button', { name: 'Show more' }).click();
  expect(await dialog.getByRole('list', { name: 'Removed' }).getByRole('listitem').count()).toBe(19);
  await expectNoFaults(page, '[role="alertdialog"]');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
});

it.describe('where the patterns have changed since a preview', () => {
  const CHANGED = 'Patterns or transcripts have changed since this preview. Please check the new numbers.';
  const STOPPED = `${CHANGED} Nothing has been saved yet: press the button again if this is what you want.`;

  it('says so, and saves only what was previewed', async () => {
    await know('tea', 'Hot drinks');
    const page = await open();
    await page.getByRole('button', { name: 'Edit tea' }).click();
    const form = page.getByRole('form', { name: 'Edit tea' });
    const sentence = form.getByText(/^Mentions 0 → [1-9]/);
    const before = await sentence.innerText();
    expect(await form.getByRole('alert').count()).toBe(0);
    await know('coffee', 'Hot drinks');
    await form.getByText(CHANGED, { exact: true }).waitFor();
    expect(await sentence.innerText()).not.toBe(before);
    const save = form.getByRole('button', { name: 'Save Changes' });
    await save.click();
    await form.getByText(STOPPED, { exact: true }).waitFor();
    await expectNoFaults(page, 'form[aria-label="Edit tea"]');
    expect(await page.getByText('Search pattern "tea" updated successfully!').count()).toBe(0);
    await save.click();
    await page.getByText('Search pattern "tea" updated successfully!', { exact: true }).waitFor();
    await form.waitFor({ state: 'detached' });
  });

  it('says so in the question before a deletion, which stays', async () => {
    await know('bread', 'Food');
    const page = await open();
    await page.getByRole('button', { name: 'Delete bread' }).click();
    const dialog = page.getByRole('alertdialog');
    await totals(dialog, /^Mentions 0 → 0 \(±0\)/);
    await know('rice', 'Food');
    await dialog.getByText(CHANGED, { exact: true }).waitFor();
    const confirm = dialog.getByRole('button', { name: 'Delete' });
    await confirm.click();
    await dialog.getByText(STOPPED, { exact: true }).waitFor();
    await confirm.click();
    await dialog.waitFor({ state: 'detached' });
    expect(await appears(page.getByText('Search pattern deleted successfully!', { exact: true }))).toBe(true);
  });
});

/** Lets the vocabulary know a place, or another name of it. */
async function know(name: string, entity: string): Promise<void> {
  const admin = await site.product().signIn();
  const types = await admin.read('/api/admin/entity-types', z.array(EntityTypeView));
  const entityTypeId = types.find((type) => type.name === 'location')?.id;
  await admin.post('/api/admin/entity-patterns', { name, entity, entityTypeId });
}

async function open(): Promise<Page> {
  const page = await site.openAs('admin', '/admin/entities?category=location');
  await page.getByRole('form', { name: 'Add pattern' }).waitFor();

  return page;
}

const totals = (within: Locator, sentence: RegExp) => within.getByText(sentence).waitFor();
