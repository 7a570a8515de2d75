import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { isTold, saveElsewhere, showEditor } from '../transcripts/editor.fixtures.ts';
import { readEpisode, TEA } from '../episodes/episode.fixtures.ts';
import { appears, editedSite } from '../kit/site.fixtures.ts';
import { edit, rewrite, said, save, saveButton, textsShown } from '../transcripts/transcript-editor.fixtures.ts';
import { eventually } from '../kit/until.ts';

// The projections are behind: what was saved is recorded, but the page does not show it yet.

const site = editedSite();
const ADDRESS = new RegExp(`/api${TEA}$`);

/** From now on the browser reads the episode as it is now; ends with the answer. */
async function fallBehind(page: Page): Promise<() => Promise<void>> {
  const { url } = site.product();
  const answer = await page.request.get(`${url}/api${TEA}`);
  const body = await answer.body();
  await page.route(ADDRESS, (route) => route.fulfill({ body, contentType: 'application/json' }));

  return () => page.unroute(ADDRESS);
}
const transcript = async () => (await readEpisode(site)).transcript;
/** Two readings of the page, as late as it is. */
async function readTwice(page: Page): Promise<void> {
  for (let reading = 0; reading < 2; reading++) await page.waitForResponse(ADDRESS);
}

it('while the page shows an older state, each part can be saved again, and nothing of others is lost', async () => {
  const page = await site.openAs('admin', 'about:blank', { reducedMotion: 'reduce' });
  await it.step('a transcript is saved twice, and again after changes of others were merged in', async () => {
    await page.goto(TEA);
    await edit(page);
    const catchUp = await fallBehind(page);
    await rewrite(page, 1, 'Saved first.');
    await save(page);
    await readTwice(page);
    expect((await textsShown(page))[1]).toBe('Saved first.');
    await rewrite(page, 1, 'Saved second.');
    await save(page);

    const elsewhere = await transcript();
    await putTranscript(
      page,
      elsewhere.map((one, index) => (index === 4 ? { ...one, text: 'By somebody else.' } : one)),
    );
    await rewrite(page, 1, 'Saved third.');
    await saveButton(page).click();
    await said(page, 'Transcript saved successfully!');
    await rewrite(page, 1, 'Saved fourth.');
    // It would not know what it begins with.
    await readTwice(page);
    expect(await saveButton(page).isDisabled()).toBe(true);
    await catchUp();
    await eventually(
      () => textsShown(page),
      (texts) => expect([texts[1], texts[4]]).toEqual(['Saved fourth.', 'By somebody else.']),
    );
    await save(page);
    expect(await page.getByText(/choose whose change stands/).count()).toBe(0);
    expect((await transcript()).filter((_, index) => index === 1 || index === 4).map(({ text }) => text)).toEqual([
      'Saved fourth.',
      'By somebody else.',
    ]);
  });

  await it.step('a page that is loaded again shows what was saved', async () => {
    await page.goto(TEA);
    await edit(page);
    const catchUp = await fallBehind(page);
    await rewrite(page, 2, 'Before the reload.');
    await save(page);
    const reading = readTwice(page);
    await page.reload();
    await reading;
    await catchUp();
    await edit(page);
    expect((await textsShown(page))[2]).toBe('Before the reload.');
    await rewrite(page, 2, 'After the reload.');
    await save(page);
    expect((await transcript())[2]!.text).toBe('After the reload.');
  });

  await it.step('a description is saved twice', async () => {
    await page.goto('/help');
    await saveElsewhere(site, page, 'description', () => ({ description: '<p>The start.</p>' }));
    await page.goto(TEA);
    await showEditor(page, 'Edit Description');
    await page.getByRole('radio', { name: 'Edit', exact: true }).check({ force: true });
    const catchUp = await fallBehind(page);
    const editor = page.getByRole('textbox', { name: 'Description' });
    for (const text of [' Once.', ' Twice.']) {
      await editor.getByText('The start.').click();
      await page.keyboard.press('End');
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await page.keyboard.type(text);
      await page.getByRole('button', { name: 'Save Description', exact: true }).click();
      await isTold(page, 'Success', 'Episode description updated successfully!');
      await readTwice(page);
      await expect(editor).toContainText(text.trim());
    }
    const reading = page.waitForResponse(ADDRESS);
    await catchUp();
    await reading;
    await expect(editor).toHaveText('The start. Once. Twice.');
    expect((await readEpisode(site)).description).toBe('<p>The start. Once. Twice.</p>');
  });

  await it.step('entities are saved twice, and what others saved along stays', async () => {
    await page.goto(TEA);
    await showEditor(page, 'Manage Entities');
    const catchUp = await fallBehind(page);
    await saveElsewhere(site, page, 'entities', ({ entityMentions }) => ({
      entityMentions: [...entityMentions, entity('Sheffield')],
    }));
    await add(page, 'Bergen');
    await page.getByRole('button', { name: 'Save Entities' }).click();
    await readTwice(page);
    expect(await appears(page.getByRole('button', { name: 'Saving…' }))).toBe(true);
    await catchUp();
    await page.getByText('Entities saved successfully!').waitFor();
    await add(page, 'Turku');
    await page.getByRole('button', { name: 'Save Entities' }).click();
    await page.getByText('Entities saved successfully!').last().waitFor();
    const listed = (await readEpisode(site)).entityMentions.map((one) => one.entity.name);
    expect(listed).toEqual(expect.arrayContaining(['Sheffield', 'Bergen', 'Turku']));
  });
});

async function add(page: Page, name: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Add entity' });
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Type', { exact: true }).selectOption({ label: 'Location' });
  await form.getByRole('button', { name: 'Add Entity' }).click();
}

const entity = (name: string) => ({ entity: { name, type: 'location', url: null }, count: 0, contexts: [], marks: [] });

async function putTranscript(page: Page, segments: readonly object[]): Promise<void> {
  const { episode } = await readEpisode(site);
  const { url } = site.product();
  const answer = await page.request.put(`${url}/api/episodes/${episode.uuid}/transcript`, {
    data: { segments },
    headers: { origin: url },
  });
  expect(answer.ok()).toBe(true);
}
