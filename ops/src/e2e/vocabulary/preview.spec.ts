import { EntityPage } from '@earmark/contracts/mentions';
import { PreviewAnswer } from '@earmark/contracts/recounts';
import { EntityTypeView } from '@earmark/contracts/vocabulary';
import { expect, it } from '../kit/test.ts';
import type { Locator, Page, Request } from 'playwright-core';
import { z } from 'zod';
import { audio } from '../audio/audio.fixtures.ts';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { appears, editedSite, textsOf } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = editedSite();

it('previews a new pattern as it is typed, plays what it finds, and leads there', async () => {
  const page = await open();
  const form = page.getByRole('form', { name: 'Add pattern' });
  await it.step('shows the answer to the last input, and aborts the previous request', async () => {
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
    await page.unroute('**/api/admin/patterns/preview');
  });

  await it.step('plays a passage where there is audio, at the speed of its podcast', async () => {
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

  await it.step('says what it would find, with passages that lead to their place', async () => {
    const preview = form.getByRole('region', { name: 'Preview' });
    await form.getByLabel('Search term').fill('');
    await preview.getByText('Matches appear here as you type.', { exact: true }).waitFor();
    await form.getByLabel('Search term').fill('umlaut');
    const passages = preview.getByRole('list', { name: 'Added' }).getByRole('listitem');
    // Until then the passages of the previous word are shown.
    await passages
      .first()
      .locator('mark')
      .filter({ hasText: /^umlaut$/i })
      .first()
      .waitFor();
    await totals(preview, /^Mentions 0 → [1-9]\d* \(\+\d+\), episodes 0 → [1-9]\d*$/);
    await eventually(
      () => textsOf(preview.getByRole('tab')),
      (texts) => expect(texts).toEqual([expect.stringMatching(/^Added [1-9]/), 'Removed 0', 'Unchanged 0']),
    );
    await preview.getByText(/^Most affected episodes \(\d+\)$/).click();
    expect(
      await preview.getByRole('list', { name: 'Most affected episodes' }).getByRole('listitem').count(),
    ).toBeGreaterThan(0);
    await expectNoFaults(page, 'form[aria-label="Add pattern"]');
    await page.setViewportSize({ width: 1440, height: 900 });
    await passages.first().getByRole('link').click();
    await page.waitForURL(/\/podcasts\/[^/]+\/[^/]+\?t=\d+&search=umlaut$/i);
  });
});

it('previews a change and a deletion', async () => {
  const { mentions: count } = await site.product().read('/api/entities/lagos', EntityPage);
  const page = await open();
  await it.step('a change: what stays and what goes', async () => {
    await page.getByRole('button', { name: 'Edit Lagos' }).click();
    const form = page.getByRole('form', { name: 'Edit Lagos' });
    await totals(form, new RegExp(`^Mentions ${count} → ${count} \\(±0\\), episodes \\d+ → \\d+$`));
    await form.getByRole('tab', { name: `Unchanged ${count}` }).waitFor();
    const passages = form.getByRole('list', { name: 'Unchanged' }).getByRole('listitem');
    await expect(passages).toHaveCount(10);
    await expect(passages.first().locator('mark')).toHaveText('Lagos');
    await form.getByLabel('Search term').fill('Lagoss');
    await totals(form, new RegExp(`^Mentions ${count} → 0 \\(−${count}\\), episodes \\d+ → 0$`));
    await form.getByRole('tab', { name: `Removed ${count}` }).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await appears(form.getByRole('tab', { name: 'Added 0', selected: true }))).toBe(true);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'detached' });
  });

  await it.step('a deletion: with the question', async () => {
    await page.getByRole('button', { name: 'Delete Lagos' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this pattern?' });
    await totals(dialog, new RegExp(`^Mentions ${count} → 0 \\(−${count}\\), episodes \\d+ → 0$`));
    await expect(dialog.getByRole('list', { name: 'Removed' }).getByRole('listitem')).toHaveCount(10);
    await dialog.getByRole('button', { name: 'Show more' }).click();
    await expect(dialog.getByRole('list', { name: 'Removed' }).getByRole('listitem')).toHaveCount(count);
    await expectNoFaults(page, '[role="alertdialog"]');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});

it('says where the patterns have changed since a preview, and saves only what was previewed', async () => {
  const CHANGED = 'Patterns or transcripts have changed since this preview. Please check the new numbers.';
  const STOPPED = `${CHANGED} Nothing has been saved yet: press the button again if this is what you want.`;
  await know('night', 'Times of day');
  const page = await open();
  await it.step('in the form of a pattern', async () => {
    await page.getByRole('button', { name: 'Edit night' }).click();
    const form = page.getByRole('form', { name: 'Edit night' });
    const sentence = form.getByText(/^Mentions 0 → [1-9]/);
    const before = await sentence.innerText();
    expect(await form.getByRole('alert').count()).toBe(0);
    await know('morning', 'Times of day');
    await form.getByText(CHANGED, { exact: true }).waitFor();
    expect(await sentence.innerText()).not.toBe(before);
    const save = form.getByRole('button', { name: 'Save Changes' });
    await save.click();
    await form.getByText(STOPPED, { exact: true }).waitFor();
    await expectNoFaults(page, 'form[aria-label="Edit night"]');
    expect(await page.getByText('Search pattern "night" updated successfully!').count()).toBe(0);
    await save.click();
    await page.getByText('Search pattern "night" updated successfully!', { exact: true }).waitFor();
    await form.waitFor({ state: 'detached' });
  });

  await it.step('in the question before a deletion, which stays', async () => {
    await know('bread', 'Food');
    await page.setViewportSize({ width: 1440, height: 900 });
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
